"""The files of the app, and who owns them."""

import os
import random

from sdk import sealing
from sdk.names import same
from sdk.store import read_json, write_json


class Files:
    """Files in the app's own folder, with owners in the SDK's state, and in groups, with owners that all apps share."""

    def __init__(self, data_folder, shared_folder, state, touch, key, seed):
        self.data_folder, self.shared_folder = data_folder, shared_folder
        self.state, self.touch, self.key = state, touch, key
        self.random = random.Random(seed)
        self.shared_owners = os.path.join(shared_folder, "owners.json")

    def nonce(self):
        return self.random.getrandbits(128).to_bytes(16, "big")

    def locate(self, folder, path):
        """The key under which the owner of a file is kept, and its path."""
        if folder == "data":
            root = os.path.join(self.data_folder, "files")
        elif folder.startswith("group:") and folder[6:] not in ("", ".", "..") and "/" not in folder:
            root = os.path.join(self.shared_folder, "groups", folder[6:])
        else:
            raise ValueError("unknown folder " + folder)
        clean = os.path.normpath(path or ".")
        if os.path.isabs(clean) or clean.split("/")[0] == "..":
            raise ValueError("the path leads out of its folder")
        return folder + "/" + clean, root if clean == "." else os.path.join(root, clean)

    def owners(self, key):
        """The owners of all files in the folder of that key."""
        return self.state.setdefault("owners", {}) if key.startswith("data/") else read_json(self.shared_owners, {})

    def owner(self, key):
        """The owner of a file, or None."""
        return self.owners(key).get(key)

    def set_owner(self, key, owner):
        """Gives a file to somebody, or to nobody (None)."""
        owners = self.owners(key)
        if owners.get(key) == owner:
            return
        if owner is None:
            owners.pop(key, None)
        else:
            owners[key] = owner
        if key.startswith("data/"):
            self.touch()
        else:
            write_json(self.shared_owners, owners)

    @staticmethod
    def below(place):
        """The files below a folder, in the order of their bytes."""
        if os.path.isfile(place):
            return []
        found = []
        for parent, _, names in os.walk(place):
            found += [os.path.relpath(os.path.join(parent, name), place) for name in names]
        return sorted(found, key=lambda name: name.encode("utf-8", "surrogatepass"))

    def read_plain(self, place):
        """The decrypted contents; damaged ones as they are."""
        with open(place, "rb") as file:
            data = file.read()
        if sealing.is_cipher(data):
            opened = sealing.unseal(data, self.key())
            return opened[1] if opened else data
        return data

    def encrypted(self, place):
        """True if the bytes of the file are encrypted."""
        try:
            with open(place, "rb") as file:
                return sealing.is_cipher(file.read(6))
        except (FileNotFoundError, IsADirectoryError):
            return False

    def write(self, place, data, encrypt=False):
        """Replaces a file as a whole."""
        os.makedirs(os.path.dirname(place), exist_ok=True)
        if encrypt:
            data = sealing.seal(data, "", self.key(), self.nonce())
        draft = place + ".mam-new"
        with open(draft, "wb") as file:
            file.write(data)
        os.replace(draft, place)

    def convert(self, place, encrypt):
        """Encrypts or decrypts a file."""
        if self.encrypted(place) != encrypt:
            self.write(place, self.read_plain(place), encrypt)

    def do(self, args, user, save):
        """An operation of the app on a file; new files belong to `user`. `save` writes owners before files change."""
        do, folder, path = args["do"], args.get("folder", "data"), args.get("path", "")
        content = args.get("content", path + "\n").encode()
        key, place = self.locate(folder, path)
        if do == "exists":
            return os.path.exists(place)
        if do == "owner":
            return self.owner(key) if os.path.exists(place) else None
        if do == "list":
            return self.below(place)
        if do == "read":
            return self.read_plain(place).decode("utf-8", "replace")
        if do in ("create", "truncate"):
            self.set_owner(key, user)
            save()
            self.write(place, content)
        elif do == "append":
            if os.path.exists(place):
                self.write(place, self.read_plain(place) + content, self.encrypted(place))
            else:
                self.set_owner(key, user)
                save()
                self.write(place, content)
        elif do in ("copy", "rename"):
            target_key, target = self.locate(args.get("toFolder", folder), args["to"])
            if not os.path.exists(place):
                raise FileNotFoundError(path)
            os.makedirs(os.path.dirname(target), exist_ok=True)
            if do == "copy":
                with open(place, "rb") as file:
                    data = file.read()
                self.set_owner(target_key, user)
                save()
                self.write(target, data)
            else:
                names = [""] + ["/" + name for name in self.below(place)]
                for name in names:
                    self.set_owner(target_key + name, self.owner(key + name))
                save()
                os.replace(place, target)
                for name in names:
                    self.set_owner(key + name, None)
        elif do == "delete":
            os.remove(place)
            self.set_owner(key, None)
        else:
            raise ValueError("unknown file operation " + do)
        return None

    def wipe(self, identity, groups):
        """Deletes the files of a user, in the app's folder and in those groups (CNF-20, OQ-37)."""
        for key, owner in sorted(self.state.setdefault("owners", {}).items()):
            if same(owner, identity):
                self.remove(key)
        for key, owner in sorted(read_json(self.shared_owners, {}).items()):
            if same(owner, identity) and key.split("/", 1)[0][6:] in groups:
                self.remove(key)

    def remove(self, key):
        """Deletes a file and forgets its owner."""
        place = self.locate(*key.split("/", 1))[1]
        if os.path.isfile(place):
            os.remove(place)
        self.set_owner(key, None)
