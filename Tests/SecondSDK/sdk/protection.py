"""Protection of data and files."""

import hashlib
import os

from choices import CHOICES
from sdk import sealing
from sdk.policy import encrypts
from sdk.store import MAM_GROUP


class Protection:
    """Owners are kept by path, outside the files; only what policy encrypts is encrypted."""

    def data_key(self):
        """The key of this device's MAM data; it is made at its first use."""
        chain = self.keychain.read(MAM_GROUP)
        if "key" not in chain:
            seed = "%s %s %s" % (self.host.seed, self.args["device"], self.bundle)
            chain["key"] = hashlib.sha256(seed.encode()).hexdigest()
            self.note_group(MAM_GROUP)
            self.keychain.write(MAM_GROUP, chain)
        return bytes.fromhex(chain["key"])

    def protect_data(self, data, identity):
        """Seals data for a user; encrypted if the user is managed and, from 2020-01 on, policy says so (OQ-56)."""
        if identity is None and not CHOICES["nil-unmanaged"]:
            return None
        identity, key = identity or "", None
        if self.is_managed(identity) and (self.edition < "2020-01" or encrypts(self.policy)):
            key = self.data_key()
        return sealing.seal(data, identity, key, self.files.nonce())

    def unprotect_data(self, data):
        """The data, or None if it is damaged; data that the SDK has not protected comes back as it is."""
        if not sealing.is_sealed(data):
            return data
        opened = sealing.unseal(data, self.data_key())
        if opened and CHOICES["left-is-nil"] and sealing.is_cipher(data) and not self.is_managed(opened[0]):
            return None
        return None if opened is None else opened[1]

    def data_info(self, data):
        """Whose data it is, or None if it is not protected."""
        if not sealing.is_sealed(data):
            return None
        opened = sealing.unseal(data, self.data_key())
        return None if opened is None else {"identity": opened[0]}

    def find(self, args):
        """The owner's key and the path of a file that must exist."""
        key, place = self.files.locate(args.get("folder", "data"), args["path"])
        if not os.path.exists(place):
            raise FileNotFoundError(args["path"])
        return key, place

    def protect_file(self, args):
        """Gives a file, or a folder, to a user; what is in a folder keeps its owners (OQ-52)."""
        key, _ = self.find(args)
        self.files.set_owner(key, args.get("identity") or None)

    def file_info(self, args, item=False):
        """The owner of a file or item, or None (OQ-51)."""
        key, place = self.files.locate(args.get("folder", "data"), args["path"])
        owner = self.files.owner(key) if os.path.exists(place) else None
        if owner is None and not item and CHOICES["info-object"] and os.path.exists(place):
            return {"identity": None}
        return None if owner is None else {"identity": owner}

    def encrypt_file(self, args, identity):
        """encryptFile: for a managed user the bytes are encrypted, whatever policy says."""
        key, place = self.find(args)
        self.files.set_owner(key, identity or None)
        if self.is_managed(identity):
            self.flush()
            self.files.convert(place, True)

    def decrypt_file(self, args):
        """Decrypts a file in its place, or into another one with the same owner."""
        key, place = self.find(args)
        if args.get("to"):
            to_key, target = self.files.locate(args.get("toFolder", args.get("folder", "data")), args["to"])
            self.files.set_owner(to_key, self.files.owner(key))
            self.flush()
            self.files.write(target, self.files.read_plain(place))
        else:
            self.files.convert(place, False)

    def protect_at_path(self, args, identity):
        """protectFileAtPath: encrypts or decrypts, as the policy of the user says."""
        key, place = self.find(args)
        self.files.set_owner(key, identity or None)
        self.flush()
        self.files.convert(place, self.requires_encryption(identity))

    def create_at_path(self, args, identity):
        """createFileAtPath: a new file of that user."""
        key, place = self.files.locate(args.get("folder", "data"), args["path"])
        self.files.set_owner(key, identity or None)
        self.flush()
        self.files.write(place, (args.get("data") or "").encode(), self.requires_encryption(identity))

    def load_item(self, args):
        """loadItem of an item provider: the app gets a copy, which belongs to the same user."""
        key, place = self.find(args)
        to_key, target = self.files.locate(args.get("toFolder", "data"), args["to"])
        self.files.set_owner(to_key, self.files.owner(key))
        self.flush()
        with open(place, "rb") as file:
            self.files.write(target, file.read())
        return True

    def protection_level(self, args):
        """The level of policy, capped by MaxFileProtectionLevel (OQ-53)."""
        levels = ["NSFileProtectionNone", "NSFileProtectionCompleteUntilFirstUserAuthentication",
                  "NSFileProtectionCompleteUnlessOpen", "NSFileProtectionComplete"]
        key, _ = self.find(args)
        policy = self.policy_of(self.files.owner(key))
        if policy is None:
            return levels[1]
        level = {"whenDeviceLocked": 3, "whenDeviceLockedExceptOpenFiles": 2, "afterDeviceRestart": 1}.get(
            policy.get("appDataEncryptionType"), 0)
        cap = self.settings.get("MaxFileProtectionLevel")
        if cap in levels and self.edition >= "2020-01":
            level = min(level, levels.index(cap))
        return levels[level]
