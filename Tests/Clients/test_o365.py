"""O365, with its own protocol and URLs, as a program that watches over a tenant's users and groups."""

import os
import unittest
from unittest import mock

import msal
import requests
from O365 import Account, MSGraphProtocol
from O365.utils.token import MemoryTokenBackend

from service import ServiceCase, now_text


class MockProtocol(MSGraphProtocol):
    """Graph's protocol at another place; the scopes stay Graph's."""

    def __init__(self, url, **options):
        self._protocol_url = url
        super().__init__(**options)


class O365(ServiceCase):
    start = now_text()

    def setUp(self):
        super().setUp()
        # A certificate bundle of the environment beats the one that the library is given.
        bundle = mock.patch.dict(os.environ, {"REQUESTS_CA_BUNDLE": self.service.ca})
        bundle.start()
        self.addCleanup(bundle.stop)

    def account(self, client="robot", secret="robot-secret", flow="credentials", **options):
        protocol = MockProtocol(f"{self.service.https}/")
        self.assertEqual(protocol.service_url, f"{self.service.https}/v1.0/")
        account = Account((client, secret), protocol=protocol, auth_flow_type=flow, tenant_id="contoso",
                          token_backend=MemoryTokenBackend(), verify_ssl=self.service.ca, request_retries=0,
                          requests_delay=0, raise_http_errors=True, **options)
        session = requests.Session()
        session.trust_env, session.verify = False, self.service.ca
        # It knows the public cloud's authority alone, and lets nobody say another.
        account.con._msal_client = msal.ConfidentialClientApplication(
            client, client_credential=secret, authority=f"{self.service.https}/contoso",
            token_cache=account.con.token_backend, instance_discovery=False, http_client=session)
        return account

    def seed(self):
        self.control("POST", "seed", {"clients": {"watcher": {
            "secret": "watcher-secret", "roles": ["User.Read.All", "Group.Read.All", "Directory.Read.All"]}}})
        account = self.account("watcher", "watcher-secret")
        self.assertTrue(account.authenticate())
        return account

    def test_users_of_the_directory(self):
        directory = self.seed().directory()
        names = {user.user_principal_name for user in directory.get_users(limit=10)}
        self.assertIn("ana@contoso.com", names)
        user = directory.get_user("ana@contoso.com")
        self.assertEqual((user.object_id, user.mail), ("o-ana", "ana@contoso.com"))
        query = directory.new_query().startswith("displayName", "an")
        self.assertEqual([user.display_name for user in directory.get_users(query=query)], ["ana"])

    def test_what_the_directory_refuses_is_raised(self):
        directory = self.seed().directory()
        with self.assertRaises(requests.HTTPError) as caught:
            list(directory.get_users(query=directory.new_query().endswith("mail", "contoso.com")))
        self.assertEqual(caught.exception.response.status_code, 400)
        self.assertEqual(caught.exception.response.json()["error"]["code"], "Request_UnsupportedQuery")

    def test_groups_and_their_members(self):
        groups = self.seed().groups()
        found = {group.display_name: group for group in groups.list_groups()}
        members = found["staff"].get_group_members()
        self.assertEqual({member.display_name for member in members}, {"ana", "ben", "pam"})

    def test_permissions_that_are_missing_are_raised(self):
        account = self.account("reader", "reader-secret")
        self.assertTrue(account.authenticate())
        with self.assertRaises(requests.HTTPError) as caught:
            list(account.directory().get_users())
        self.assertEqual(caught.exception.response.status_code, 403)


if __name__ == "__main__":
    unittest.main()
