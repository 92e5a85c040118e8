"""The Microsoft Graph SDK for Python against the administrator API, over plain HTTP on localhost."""

import asyncio
import base64
import unittest

from azure.core.credentials import AccessToken
from kiota_abstractions.base_request_configuration import RequestConfiguration
from msgraph import GraphServiceClient
from msgraph.generated.device_app_management.ios_managed_app_protections.ios_managed_app_protections_request_builder import (
    IosManagedAppProtectionsRequestBuilder,
)
from msgraph.generated.device_app_management.managed_app_policies.item.target_apps.target_apps_post_request_body import (
    TargetAppsPostRequestBody,
)
from msgraph.generated.device_app_management.mobile_app_configurations.item.assign.assign_post_request_body import (
    AssignPostRequestBody as DeviceAssignPostRequestBody,
)
from msgraph.generated.device_app_management.targeted_managed_app_configurations.item.assign.assign_post_request_body import (
    AssignPostRequestBody,
)
from msgraph.generated.models.app_configuration_setting_item import AppConfigurationSettingItem
from msgraph.generated.models.group_assignment_target import GroupAssignmentTarget
from msgraph.generated.models.ios_managed_app_protection import IosManagedAppProtection
from msgraph.generated.models.ios_mobile_app_identifier import IosMobileAppIdentifier
from msgraph.generated.models.ios_mobile_app_configuration import IosMobileAppConfiguration
from msgraph.generated.models.key_value_pair import KeyValuePair
from msgraph.generated.models.managed_device_mobile_app_configuration_assignment import (
    ManagedDeviceMobileAppConfigurationAssignment,
)
from msgraph.generated.models.managed_mobile_app import ManagedMobileApp
from msgraph.generated.models.mdm_app_config_key_type import MdmAppConfigKeyType
from msgraph.generated.models.o_data_errors.o_data_error import ODataError
from msgraph.generated.models.targeted_managed_app_configuration import TargetedManagedAppConfiguration
from msgraph.generated.models.targeted_managed_app_policy_assignment import TargetedManagedAppPolicyAssignment
from msgraph.generated.users.item.wipe_managed_app_registrations_by_device_tag.wipe_managed_app_registrations_by_device_tag_post_request_body import (
    WipeManagedAppRegistrationsByDeviceTagPostRequestBody,
)

from service import ServiceCase, request


class TokenOf:
    """A credential that gives the same token to everybody."""

    def __init__(self, token):
        self.token = token
        #: The claims that each token was asked for with.
        self.claims = []

    def get_token(self, *scopes, claims=None, enable_cae=False, **_):
        self.claims.append(claims)
        # The SDK compares with the machine's clock; when the token ends is the service's to say.
        return AccessToken(self.token, 4102444800)


def graph(service, token):
    """A client of the SDK at the service; the token may be a credential."""
    credential = token if isinstance(token, TokenOf) else TokenOf(token)
    client = GraphServiceClient(credentials=credential, scopes=["https://graph.microsoft.com/.default"])
    client.request_adapter.base_url = service.graph.replace("127.0.0.1", "localhost")
    return client


def assignment(group):
    target = GroupAssignmentTarget(odata_type="#microsoft.graph.groupAssignmentTarget", group_id=group)
    return TargetedManagedAppPolicyAssignment(target=target)


def app(bundle_id):
    return ManagedMobileApp(mobile_app_identifier=IosMobileAppIdentifier(
        odata_type="#microsoft.graph.iosMobileAppIdentifier", bundle_id=bundle_id))


class GraphCase(ServiceCase):
    def setUp(self):
        super().setUp()
        self.client = graph(self.service, self.service.application_token())
        self.apps = self.client.device_app_management

    def run_async(self, body):
        return asyncio.run(body)

    def journal(self, **query):
        return self.control.journal(endpoint="graph", **query)


class Policies(GraphCase):
    def test_create_read_change_and_delete(self):
        async def body():
            made = await self.apps.ios_managed_app_protections.post(IosManagedAppProtection(
                display_name="Pins", pin_required=True, minimum_pin_length=6))
            self.assertTrue(made.id.startswith("T_"))
            item = self.apps.ios_managed_app_protections.by_ios_managed_app_protection_id(made.id)
            self.assertEqual((await item.get()).minimum_pin_length, 6)
            changed = await item.patch(IosManagedAppProtection(minimum_pin_length=8))
            self.assertEqual(changed.minimum_pin_length, 8)
            self.assertNotEqual(changed.version, made.version)
            self.assertTrue(changed.pin_required)
            await item.delete()
            with self.assertRaises(ODataError) as caught:
                await item.get()
            self.assertEqual(caught.exception.response_status_code, 404)
        self.run_async(body())

    def test_list_page_by_page(self):
        async def body():
            policies = self.apps.ios_managed_app_protections
            for number in range(7):
                await policies.post(IosManagedAppProtection(display_name=f"Policy {number}"))
            query = IosManagedAppProtectionsRequestBuilder.IosManagedAppProtectionsRequestBuilderGetQueryParameters(
                top=3, filter="startswith(displayName,'Policy')", orderby=["displayName desc"],
                select=["id", "displayName"])
            page = await policies.get(RequestConfiguration(query_parameters=query))
            names = [policy.display_name for policy in page.value]
            sizes = [len(page.value)]
            while page.odata_next_link:
                page = await policies.with_url(page.odata_next_link).get()
                names += [policy.display_name for policy in page.value]
                sizes.append(len(page.value))
            self.assertEqual(sizes, [3, 3, 1])
            self.assertEqual(names, [f"Policy {number}" for number in reversed(range(7))])
        self.run_async(body())

    def test_assign_and_target(self):
        async def body():
            made = await self.apps.targeted_managed_app_configurations.post(
                TargetedManagedAppConfiguration(
                    display_name="Greeting",
                    custom_settings=[KeyValuePair(name="greeting", value="hello")]))
            item = self.apps.targeted_managed_app_configurations
            item = item.by_targeted_managed_app_configuration_id(made.id)
            await item.assign.post(AssignPostRequestBody(assignments=[assignment("staff")]))
            policy = self.apps.managed_app_policies.by_managed_app_policy_id(made.id)
            await policy.target_apps.post(TargetAppsPostRequestBody(apps=[app("com.contoso.docs")]))
            self.assertTrue((await item.get()).is_assigned)
            self.assertEqual([entry.target.group_id for entry in (await item.assignments.get()).value], ["staff"])
            self.assertEqual(
                [entry.mobile_app_identifier.bundle_id for entry in (await item.apps.get()).value],
                ["com.contoso.docs"])
        self.run_async(body())
        token = self.service.token("ana")
        enrollment = self.service.enroll("ana", token, app="docs").body["enrollmentId"]
        answer = self.service.say("checkin", token, enrollmentId=enrollment, policyVersion=None).body
        self.assertEqual(answer["configuration"], [{"greeting": "hello"}])

    def test_polymorphic_lists_have_their_types(self):
        async def body():
            await self.apps.targeted_managed_app_configurations.post(
                TargetedManagedAppConfiguration(display_name="One", custom_settings=[]))
            found = (await self.apps.managed_app_policies.get()).value
            self.assertEqual({type(policy).__name__ for policy in found},
                             {"IosManagedAppProtection", "TargetedManagedAppConfiguration"})
        self.run_async(body())


class ManagedDevices(GraphCase):
    def test_allowed_accounts_reach_the_app_at_its_next_check_in(self):
        token = self.service.token("ana")
        enrollment = self.service.enroll("ana", token, app="docs", device="ipad").body["enrollmentId"]

        def check_in(version):
            return self.service.say("checkin", token, enrollmentId=enrollment, policyVersion=version).body

        async def body():
            first = check_in(None)
            self.assertNotIn("managedConfiguration", first)
            made = await self.apps.mobile_app_configurations.post(
                IosMobileAppConfiguration(
                    odata_type="#microsoft.graph.iosMobileAppConfiguration", display_name="Accounts",
                    targeted_mobile_apps=["com.contoso.docs"],
                    settings=[
                        setting("IntuneMAMAllowedAccountsOnly", MdmAppConfigKeyType.StringType, "Enabled"),
                        setting("IntuneMAMUPN", MdmAppConfigKeyType.TokenType, "{{userprincipalname}}"),
                    ]))
            self.assertEqual(made.settings[1].app_config_key_type, MdmAppConfigKeyType.TokenType)
            item = self.apps.mobile_app_configurations.by_managed_device_mobile_app_configuration_id(made.id)
            target = GroupAssignmentTarget(odata_type="#microsoft.graph.groupAssignmentTarget", group_id="staff")
            await item.assign.post(DeviceAssignPostRequestBody(
                assignments=[ManagedDeviceMobileAppConfigurationAssignment(target=target)]))
            self.assertEqual([entry.target.group_id for entry in (await item.assignments.get()).value], ["staff"])
            second = check_in(first["version"])
            self.assertEqual(second["managedConfiguration"], {
                "IntuneMAMAllowedAccountsOnly": "Enabled", "IntuneMAMUPN": "ana@contoso.com"})
            self.assertEqual(check_in(second["version"])["result"], "unchanged")
            changed = await item.patch(IosMobileAppConfiguration(
                odata_type="#microsoft.graph.iosMobileAppConfiguration",
                settings=[setting("IntuneMAMUPN", MdmAppConfigKeyType.StringType, "ben@contoso.com")]))
            self.assertEqual(changed.version, 3)
            third = check_in(second["version"])
            self.assertEqual(third["managedConfiguration"], {"IntuneMAMUPN": "ben@contoso.com"})
            await item.delete()
            self.assertNotIn("managedConfiguration", check_in(third["version"]))
        self.run_async(body())


def setting(key, kind, value):
    return AppConfigurationSettingItem(app_config_key=key, app_config_key_type=kind, app_config_key_value=value)


class Registrations(GraphCase):
    def test_a_registration_shows_what_it_has_and_what_it_is_to_get(self):
        token = self.service.token("ana")
        enrollment = self.service.enroll("ana", token, app="docs").body["enrollmentId"]
        self.service.say("checkin", token, enrollmentId=enrollment, policyVersion=None)

        async def body():
            registrations = (await self.apps.managed_app_registrations.get()).value
            self.assertEqual([one.device_tag for one in registrations], ["phone"])
            item = self.apps.managed_app_registrations.by_managed_app_registration_id(registrations[0].id)
            self.assertEqual([one.display_name for one in (await item.applied_policies.get()).value], ["baseline"])
            self.assertEqual([one.display_name for one in (await item.intended_policies.get()).value], ["baseline"])
            flagged = await (
                self.apps.managed_app_registrations.get_user_ids_with_flagged_app_registration.get())
            self.assertEqual(flagged.value, [])
        self.run_async(body())

    def test_a_wipe_by_device_tag_reaches_the_app(self):
        token = self.service.token("ana")
        enrollment = self.service.enroll("ana", token, app="docs").body["enrollmentId"]

        async def wipe(tag):
            await (self.client.users.by_user_id("ana@contoso.com")
                   .wipe_managed_app_registrations_by_device_tag.post(
                       WipeManagedAppRegistrationsByDeviceTagPostRequestBody(device_tag=tag)))
        self.run_async(wipe("tablet"))
        checkin = {"enrollmentId": enrollment, "policyVersion": None}
        self.assertEqual(self.service.say("checkin", token, **checkin).body["result"], "policy")
        self.client = graph(self.service, self.service.application_token())
        self.run_async(wipe("phone"))
        self.assertEqual(self.service.say("checkin", token, **checkin).body["result"], "wipe")


class Tools(GraphCase):
    """What administrators' tools send beside what the SDK's examples show."""

    def send(self, method, path, body=None, version="v1.0", **headers):
        headers = {"Authorization": f"Bearer {self.service.application_token()}", **headers}
        return request(method, f"{self.service.http}/{version}/{path}", body, headers=headers)

    def test_policies_are_listed_with_their_assignments(self):
        async def body():
            builder = self.apps.managed_app_policies
            query = builder.ManagedAppPoliciesRequestBuilderGetQueryParameters(
                expand=["assignments"], select=["id", "assignments", "displayName"], top=5000)
            return await builder.get(RequestConfiguration(query_parameters=query))
        found = self.run_async(body()).value
        self.assertEqual([policy.display_name for policy in found], ["baseline"])
        self.assertEqual([one.target.group_id for one in found[0].assignments], ["staff"])

    def test_a_filter_on_devices_is_taken_in_both_versions(self):
        path = "deviceAppManagement/iosManagedAppProtections('T_00000000-0000-4000-8000-000000000001')"
        target = {"@odata.type": "#microsoft.graph.groupAssignmentTarget", "groupId": "staff",
                  "deviceAndAppManagementAssignmentFilterId": "f-1",
                  "deviceAndAppManagementAssignmentFilterType": "include"}
        for version in ("v1.0", "beta"):
            answer = self.send("POST", f"{path}/microsoft.graph.targetedManagedAppProtection/assign",
                               {"assignments": [{"source": "direct", "target": target}]}, version)
            self.assertEqual(answer.status, 204, answer)
        shown = self.send("GET", f"{path}/assignments", version="beta").body["value"]
        self.assertEqual([one["target"] for one in shown], [target])
        # A type without its namespace must not end the service.
        wrong = {"@odata.type": "#groupAssignmentTarget", "groupId": "staff"}
        self.assertEqual(self.send("POST", f"{path}/assign", {"assignments": [{"target": wrong}]}).status, 400)
        self.assertEqual(self.send("GET", path).status, 200)

    def test_a_compressed_body_is_to_be_sent_again_without(self):
        answer = self.send("POST", "deviceAppManagement/iosManagedAppProtections", {"displayName": "x"},
                           **{"Content-Encoding": "gzip"})
        self.assertEqual(answer.status, 415, answer)

    def test_a_batch_is_one_request_of_the_journal(self):
        # By hand: the SDK's own batches need a package that it does not install.
        answer = self.send("POST", "$batch", {"requests": [
            {"id": "1", "method": "GET", "url": "/deviceAppManagement/iosManagedAppProtections"},
            {"id": "2", "method": "GET", "url": f"{self.service.graph}/deviceAppManagement/managedAppRegistrations",
             "dependsOn": ["1"]}]})
        self.assertEqual([one["status"] for one in answer.body["responses"]], [200, 200], answer)
        self.assertEqual([entry["http"]["path"] for entry in self.journal()], ["/v1.0/$batch"])


class Refusals(GraphCase):
    def assertRefused(self, body, status, code):
        with self.assertRaises(ODataError) as caught:
            self.run_async(body)
        error = caught.exception
        self.assertEqual((error.response_status_code, error.error.code), (status, code), error.error.message)
        self.assertTrue(error.error.inner_error.request_id)

    def test_a_duration_must_be_a_duration(self):
        # The SDK writes a timedelta as Python does, which is no ISO 8601 duration.
        headers = {"Authorization": f"Bearer {self.service.application_token()}"}
        url = f"{self.service.graph}/deviceAppManagement/iosManagedAppProtections"
        for value, status in (("PT12H", 201), ("12:00:00", 400), ("1 day, 0:00:00", 400), (43200, 400)):
            answer = request("POST", url, {"displayName": "x", "periodOfflineBeforeAccessCheck": value},
                             headers=headers)
            self.assertEqual(answer.status, status, answer)

    def test_reading_is_not_writing(self):
        reader = graph(self.service, self.service.application_token("reader"))
        policies = reader.device_app_management.ios_managed_app_protections
        self.assertEqual(len(self.run_async(policies.get()).value), 1)
        reader = graph(self.service, self.service.application_token("reader"))
        policies = reader.device_app_management.ios_managed_app_protections
        self.assertRefused(policies.post(IosManagedAppProtection(display_name="x")), 403, "Forbidden")

    def test_without_a_token_nothing_is_told(self):
        stranger = graph(self.service, "made.up.token")
        self.assertRefused(
            stranger.device_app_management.managed_app_policies.get(), 401, "InvalidAuthenticationToken")

    def test_a_stale_version_is_not_overwritten(self):
        async def body():
            policies = self.apps.ios_managed_app_protections
            made = await policies.post(IosManagedAppProtection(display_name="x"))
            item = policies.by_ios_managed_app_protection_id(made.id)
            await item.patch(IosManagedAppProtection(minimum_pin_length=5))
            configuration = RequestConfiguration()
            configuration.headers.add("If-Match", made.version)
            await item.patch(IosManagedAppProtection(minimum_pin_length=6), configuration)
        with self.assertRaises(ODataError) as caught:
            self.run_async(body())
        self.assertEqual(caught.exception.response_status_code, 412)

    def test_a_throttled_request_is_repeated(self):
        self.control.fault("graph", {"kind": "status", "status": 429, "retryAfter": 1}, times=2, method="GET")
        self.assertEqual(len(self.run_async(self.apps.ios_managed_app_protections.get()).value), 1)
        entries = self.journal(method="GET")
        self.assertEqual([entry["status"] for entry in entries], [429, 429, 200])
        attempts = [next((field["value"] for field in entry["http"]["headers"]
                          if field["name"].lower() == "retry-attempt"), None) for entry in entries]
        self.assertEqual(attempts, [None, "1", "2"])
        self.assertEqual([entry["fault"] for entry in entries], ["f1", "f1", None])

    def test_a_service_that_stays_busy_is_given_up(self):
        self.control.fault("graph", {"kind": "status", "status": 503, "retryAfter": 0})
        with self.assertRaises(Exception):
            self.run_async(self.apps.ios_managed_app_protections.get())
        self.assertEqual(len(self.journal()), 4)

    def test_a_challenge_for_claims_is_met_with_a_new_token(self):
        claims = '{"access_token":{"nbf":{"essential":true,"value":"1591261200"}}}'
        challenge = base64.b64encode(claims.encode()).decode()
        self.control.fault("graph", {"kind": "status", "status": 401, "headers": {
            "WWW-Authenticate": f'Bearer realm="", error="insufficient_claims", claims="{challenge}"'}}, times=1)
        credential = TokenOf(self.service.application_token())
        policies = graph(self.service, credential).device_app_management.ios_managed_app_protections
        self.assertEqual(len(self.run_async(policies.get()).value), 1)
        self.assertEqual(credential.claims, [None, claims])
        self.assertEqual([entry["status"] for entry in self.journal()], [401, 200])

    def test_a_refusal_that_was_ordered_has_the_code_of_graph(self):
        self.control.fault("graph", {"kind": "status", "status": 403})
        self.assertRefused(self.apps.managed_app_policies.get(), 403, "Forbidden")


if __name__ == "__main__":
    unittest.main()
