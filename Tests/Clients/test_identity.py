"""azure-identity against the sign-in host, each credential as its documentation shows it, and Graph with what it gets."""

import unittest

import azure.identity
from azure.core.exceptions import ClientAuthenticationError

from service import ServiceCase, now_text, request
from test_msal import certified

GRAPH = "https://graph.microsoft.com/.default"


class Identity(ServiceCase):
    # azure-identity compares lifetimes with the machine's clock.
    start = now_text()

    def options(self):
        return {"authority": self.service.https, "disable_instance_discovery": True,
                "connection_verify": self.service.ca, "retry_total": 0}

    def graph(self, path, token):
        return request("GET", f"{self.service.graph}/{path}", headers={"Authorization": f"Bearer {token.token}"})

    def test_a_secret(self):
        credential = azure.identity.ClientSecretCredential("contoso", "robot", "robot-secret", **self.options())
        token = credential.get_token(GRAPH)
        self.assertEqual(self.graph("users/ana@contoso.com", token).status, 200)
        # The second comes from the cache.
        self.assertEqual(credential.get_token(GRAPH).token, token.token)
        wrong = azure.identity.ClientSecretCredential("contoso", "robot", "wrong", **self.options())
        with self.assertRaisesRegex(ClientAuthenticationError, "AADSTS7000215"):
            wrong.get_token(GRAPH)
        nobody = azure.identity.ClientSecretCredential("contoso", "nobody", "x", **self.options())
        with self.assertRaisesRegex(ClientAuthenticationError, "AADSTS700016"):
            nobody.get_token(GRAPH)

    def test_a_certificate(self):
        private, public, _ = certified()
        self.control("POST", "seed", {"clients": {"signer": {"certificates": [public], "roles": ["User.Read.All"]}}})
        credential = azure.identity.CertificateCredential(
            "contoso", "signer", certificate_data=(private + public).encode(), **self.options())
        self.assertEqual(self.graph("users", credential.get_token(GRAPH)).status, 200)

    def test_a_token_for_another_service_is_refused_at_graph(self):
        credential = azure.identity.ClientSecretCredential("contoso", "robot", "robot-secret", **self.options())
        answer = self.graph("users", credential.get_token("https://vault.azure.net/.default"))
        self.assertEqual((answer.status, answer.body["error"]["code"]), (401, "InvalidAuthenticationToken"))
        self.assertIn("Invalid audience", answer.body["error"]["message"])

    def test_a_device_code(self):
        def approve(uri, code, expires):
            self.assertEqual(uri, f"{self.service.https}/devicelogin")
            self.control("POST", f"devicecodes/{code}", {"user": "ana", "approve": True})

        credential = azure.identity.DeviceCodeCredential(
            client_id="shell", tenant_id="contoso", prompt_callback=approve, **self.options())
        record = credential.authenticate(scopes=["User.Read"])
        self.assertEqual((record.username, record.tenant_id), ("ana@contoso.com", record.tenant_id))
        self.assertEqual(self.graph("me", credential.get_token("User.Read")).body["id"], "o-ana")

    def test_a_password(self):
        # At any other authority the user's realm is asked for at the host without its port.
        credential = azure.identity.UsernamePasswordCredential(
            "shell", "ana@contoso.com", "ana-secret", tenant_id="adfs", **self.options())
        self.assertEqual(self.graph("me", credential.get_token("User.Read")).body["id"], "o-ana")

    def test_on_behalf_of_a_user(self):
        self.control("POST", "seed", {"clients": {"middle": {"secret": "middle-secret"}}})
        assertion = self.service.token("ana", scope="api://middle/read")
        self.assertEqual(
            request("GET", f"{self.service.graph}/me", headers={"Authorization": f"Bearer {assertion}"}).status, 401)
        credential = azure.identity.OnBehalfOfCredential(
            "contoso", "middle", client_secret="middle-secret", user_assertion=assertion, **self.options())
        self.assertEqual(self.graph("me", credential.get_token("User.Read")).body["id"], "o-ana")
        wrong = azure.identity.OnBehalfOfCredential(
            "contoso", "middle", client_secret="middle-secret",
            user_assertion=self.service.token("ana", scope="User.Read"), **self.options())
        with self.assertRaisesRegex(ClientAuthenticationError, "AADSTS500131"):
            wrong.get_token("User.Read")


if __name__ == "__main__":
    unittest.main()
