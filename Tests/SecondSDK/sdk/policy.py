"""The policy in force, its properties, and the notifications of changes."""

import json

from choices import CHOICES
from sdk.names import same

ALL = "allApps"
OUT, IN = "allowedOutboundDataTransferDestinations", "allowedInboundDataTransferSources"


def encrypts(policy):
    """True if policy asks for the encryption of files."""
    return bool(policy) and policy.get("appDataEncryptionType", "useDeviceSettings") not in (None, "useDeviceSettings")


# Since which edition, name, value without policy, value by policy
PROPERTIES = [
    ("2016-09", "isPINRequired", False, lambda p: bool(p.get("pinRequired"))),
    ("2016-09", "isManagedBrowserRequired", False, lambda p: bool(p.get("managedBrowserToOpenLinksRequired"))),
    ("2016-09", "isContactSyncAllowed", True, lambda p: not p.get("contactSyncBlocked")),
    ("2016-09", "isSpotlightIndexingAllowed", True, lambda p: p.get(OUT, ALL) == ALL),
    ("2016-09", "isAppSharingAllowed", True, lambda p: p.get(OUT, ALL) != "none"),
    ("2020-01", "areSiriIntentsAllowed", True, lambda p: p.get(OUT, ALL) == ALL),
    ("2020-01", "shouldFileProviderEncryptFiles", False, encrypts),
    ("2020-01", "notificationPolicy", 0,
     lambda p: {"blockOrganizationalData": 1, "block": 2}.get(p.get("notificationRestriction"), 0)),
    ("2020-06", "isFileEncryptionRequired", False, encrypts),
]


class Policy:
    """What policy says, and of whom."""

    def policy_source(self):
        """mamPolicySource: 0 for MDM by Intune, 1 for MAM alone, 2 for none."""
        if self.policy is None:
            return 2
        is_intune = self.managed.get("mdmVendor") == "intune"
        return 0 if is_intune and same(self.managed.get("mdmUser"), self.enrolled) else 1

    def is_managed(self, identity):
        """True of the enrolled user."""
        return bool(identity) and same(self.enrolled, identity)

    def policy_of(self, identity):
        """The policy that applies to an identity, or None (CNF-03)."""
        return self.policy if self.is_managed(identity) else None

    def policy_object(self, identity):
        """The properties that the edition has; without policy everything is allowed."""
        policy = self.policy_of(identity)
        if policy is None and CHOICES["no-policy-null"]:
            return None
        values = {name: free if policy is None else value(policy)
                  for first, name, free, value in PROPERTIES if first <= self.edition}
        return {"managed": policy is not None, **values}

    def requires_encryption(self, identity):
        """True if files of the identity are to be encrypted."""
        return encrypts(self.policy_of(identity))

    def snapshot(self):
        """What notifications tell of: policy, configuration, and whether files are encrypted."""
        view = self.view()
        policy = self.policy
        config = json.dumps(view.get("config", []), sort_keys=True) if view else None
        return json.dumps(policy, sort_keys=True), config, encrypts(policy)

    def post_changes(self, before):
        """Posts a notification for each part of the snapshot that has changed (OQ-21)."""
        after = self.snapshot()
        if before[0] != after[0]:
            self.notify("IntuneMAMPolicyDidChangeNotification", "IntuneMAMPolicyManager")
        if self.edition >= "2017-11":
            is_changed = (before[1] or "[]") != (after[1] or "[]")
            if is_changed and (after[1] is not None or CHOICES["news-of-leaving"]):
                self.notify("IntuneMAMAppConfigDidChangeNotification", "IntuneMAMAppConfigManager")
            if before[2] != after[2]:
                self.notify("IntuneMAMDataProtectionDidChangeNotification", "IntuneMAMDataProtectionManager")

    def notify(self, name, sender):
        """Posts a notification in the app."""
        self.host.event("notification", name=name, object=sender, userInfo=None)
