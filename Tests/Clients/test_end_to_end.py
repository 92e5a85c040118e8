"""All the way: an administrator with the Graph SDK, the service, and a simulated app with its SDK."""

import asyncio
import tempfile
import unittest

from msgraph.generated.device_app_management.managed_app_policies.item.target_apps.target_apps_post_request_body import (
    TargetAppsPostRequestBody,
)
from msgraph.generated.models.ios_managed_app_protection import IosManagedAppProtection
from msgraph.generated.users.item.wipe_managed_app_registrations_by_device_tag.wipe_managed_app_registrations_by_device_tag_post_request_body import (
    WipeManagedAppRegistrationsByDeviceTagPostRequestBody,
)

from app import App
from service import Service, request
from test_graph_sdk import app as mobile_app
from test_graph_sdk import graph

USER = "ana@contoso.com"
WORLD = """
tenants: {contoso: }
users: {ana: {upn: ana@contoso.com, tenant: contoso}}
groups: {staff: [ana]}
"""
EIGHT_HOURS = 8 * 3600 * 1000


def statuses(events, name):
    return [event["statusCode"] for event in events if event["event"] == name]


class EndToEnd(unittest.TestCase):
    def setUp(self):
        with tempfile.NamedTemporaryFile("w", suffix=".yaml", delete=False) as seed:
            seed.write(WORLD)
        self.service = Service(seed=seed.name)
        self.addCleanup(self.service.stop)

    def administer(self, body):
        """Runs what an administrator does, with a client of its own: the SDK binds one to its loop."""
        token = self.service.token(grant_type="client_credentials", client_id="admin", client_secret="any",
                                   scope="https://graph.microsoft.com/.default")
        return asyncio.run(body(graph(self.service, token)))

    async def make_policy(self, client):
        """Creates a policy, assigns it to the staff, and targets the app."""
        policy = await client.device_app_management.ios_managed_app_protections.post(
            IosManagedAppProtection(display_name="Baseline", pin_required=True, minimum_pin_length=4))
        item = client.device_app_management.managed_app_policies.by_managed_app_policy_id(policy.id)
        await item.target_apps.post(TargetAppsPostRequestBody(apps=[mobile_app("com.contoso.mail")]))
        # The SDK has no assign below iosManagedAppProtections in v1.0; Graph has it, and portals use it.
        token = self.service.token(grant_type="client_credentials", client_id="admin", client_secret="any",
                                   scope="https://graph.microsoft.com/.default")
        answer = request(
            "POST", f"{self.service.graph}/deviceAppManagement/iosManagedAppProtections/{policy.id}/assign",
            {"assignments": [{"target": {"@odata.type": "#microsoft.graph.groupAssignmentTarget",
                                         "groupId": "staff"}}]},
            headers={"Authorization": f"Bearer {token}"})
        assert answer.status == 204, answer
        return policy.id

    def test_a_policy_is_made_changed_and_wiped(self):
        policy = self.administer(self.make_policy)
        with App(self.service, USER) as app:
            events = app.call("registerAndEnrollAccount", identity=USER)
            self.assertEqual(statuses(events, "enrollmentRequest"), [100], events)
            self.assertEqual(statuses(events, "policyRequest"), [100], events)
            self.assertTrue(any(event["event"] == "restartApplication" for event in events), events)

            async def change(client):
                item = client.device_app_management.ios_managed_app_protections
                await item.by_ios_managed_app_protection_id(policy).patch(
                    IosManagedAppProtection(contact_sync_blocked=True))
            before = self.service.control.now()
            app.call("policyForIdentity", identity=USER)
            self.assertTrue(app.result["isContactSyncAllowed"])
            self.administer(change)
            # Nothing happens until the SDK refreshes, eight hours later to the millisecond.
            app.call("policyForIdentity", identity=USER)
            self.assertTrue(app.result["isContactSyncAllowed"])
            self.assertEqual(app.next, before + EIGHT_HOURS)
            events = app.sleep()
            self.assertEqual(statuses(events, "policyRequest"), [100], events)
            app.call("policyForIdentity", identity=USER)
            self.assertFalse(app.result["isContactSyncAllowed"])

            async def registration(client):
                registrations = (await client.device_app_management.managed_app_registrations.get()).value
                if not registrations:
                    return None, []
                item = client.device_app_management.managed_app_registrations
                item = item.by_managed_app_registration_id(registrations[0].id)
                operations = (await item.operations.get()).value
                return registrations[0], [operation.state for operation in operations]
            found, operations = self.administer(registration)
            self.assertEqual((found.device_tag, found.app_identifier.bundle_id), ("phone", "com.contoso.mail"))
            self.assertEqual(int(found.last_sync_date_time.timestamp() * 1000), before + EIGHT_HOURS)
            self.assertEqual(operations, [])

            async def wipe(client):
                await (client.users.by_user_id(USER).wipe_managed_app_registrations_by_device_tag.post(
                    WipeManagedAppRegistrationsByDeviceTagPostRequestBody(device_tag="phone")))
            self.administer(wipe)
            self.assertEqual(self.administer(registration)[1], ["pending"])

            events = app.sleep()
            self.assertEqual(statuses(events, "policyRequest"), [102], events)
            self.assertTrue(any(event["event"] == "wipeDataForAccount" for event in events), events)
            app.call("registeredAccounts")
            self.assertEqual(app.result, [])
            found, _ = self.administer(registration)
            self.assertIsNone(found, "the registration ended with the wipe")
        unenroll = self.service.control.journal(endpoint="unenroll")
        self.assertEqual([entry["detail"]["wipeId"] for entry in unenroll], ["w1"])

    def test_the_app_meets_faults_and_comes_back(self):
        self.administer(self.make_policy)
        self.service.control.fault("enroll", {"kind": "status", "status": 503}, times=1)
        with App(self.service, USER) as app:
            events = app.call("registerAndEnrollAccount", identity=USER)
            self.assertEqual(statuses(events, "enrollmentRequest"), [205], events)
            self.assertEqual(app.next, self.service.control.now() + 24 * 3600 * 1000)
            events = app.sleep()
            self.assertEqual(statuses(events, "enrollmentRequest"), [100], events)
        self.service.control("POST", "journal/expect", {"match": {"endpoint": "enroll"}, "exactly": 2})


if __name__ == "__main__":
    unittest.main()
