"""The app's files and who owns them, and the state of the SDK: everything that survives a kill."""

import json
import os
import shutil


class Store:
    """State in one JSON file, replaced as a whole, so that a kill leaves the old state or the new one."""

    def __init__(self, path):
        self.path = path
        self.state = {}
        if os.path.exists(path):
            with open(path, encoding="utf-8") as file:
                self.state = json.load(file)

    def save(self):
        draft = self.path + ".new"
        with open(draft, "w", encoding="utf-8") as file:
            json.dump(self.state, file)
        os.replace(draft, self.path)


class Files:
    """The files of the app: in its own folder, and in the app groups that it shares with other apps.

    A new file belongs to the user in force when it is created. Owners are kept in the SDK's state by folder and path.
    """

    def __init__(self, data_folder, shared_folder, store):
        self.data_folder = data_folder
        self.shared_folder = shared_folder
        self.store = store
        self.owners = store.state.setdefault("owners", {})

    def locate(self, folder, path):
        """The key of the file in `owners`, and its place on disk. Paths cannot lead out of their folder."""
        if folder == "data":
            root = os.path.join(self.data_folder, "files")
        elif folder.startswith("group:") and folder[6:] not in ("", ".", "..") and "/" not in folder:
            root = os.path.join(self.shared_folder, "groups", folder[6:])
        else:
            raise ValueError("unknown folder " + folder)
        clean = os.path.normpath(path)
        if os.path.isabs(clean) or clean.split(os.sep)[0] == "..":
            raise ValueError("the path %s leads out of its folder" % path)
        return folder + "/" + clean, os.path.join(root, clean)

    def do(self, operation, folder, path, target, user):
        """Carries out one operation of the step protocol's `file`; `user` is the user in force."""
        key, place = self.locate(folder, path)
        if operation == "exists":
            return os.path.exists(place)
        if operation == "owner":
            return self.owners.get(key)
        if operation == "list":
            return self.paths_below(place)
        if operation == "read":
            with open(place, encoding="utf-8") as file:
                return file.read()
        if operation == "create":
            self.set_owner(key, user)
            os.makedirs(os.path.dirname(place), exist_ok=True)
            write(place, "w", "content of %s\n" % path)
        elif operation == "truncate":
            write(place, "r+", "")
        elif operation == "append":
            write(place, "a", "more\n")
        elif operation == "copy":  # a copy is a new file, created by whoever copies
            target_key, target_place = self.locate(folder, target)
            self.set_owner(target_key, user)
            os.makedirs(os.path.dirname(target_place), exist_ok=True)
            shutil.copyfile(place, target_place)
        elif operation == "rename":  # a file keeps its owner under another name
            target_key, target_place = self.locate(folder, target)
            self.set_owner(target_key, self.owners.get(key))
            os.makedirs(os.path.dirname(target_place), exist_ok=True)
            os.replace(place, target_place)
            self.set_owner(key, None)
        elif operation == "delete":
            os.remove(place)
            self.set_owner(key, None)
        else:
            raise ValueError("unknown file operation %s" % operation)
        return None

    def delete_owned_by(self, identity):
        """Deletes every file of a user; doing it again after a kill does no harm."""
        for key in sorted(self.owners):
            if self.owners[key].casefold() == identity.casefold():
                place = self.locate(*key.split("/", 1))[1]
                if os.path.exists(place):
                    os.remove(place)
                self.set_owner(key, None)

    def set_owner(self, key, user):
        if user is None:
            self.owners.pop(key, None)
        else:
            self.owners[key] = user
        self.store.save()

    @staticmethod
    def paths_below(folder):
        found = []
        for parent, _, names in os.walk(folder):
            found += [os.path.relpath(os.path.join(parent, name), folder) for name in names]
        return sorted(found)


def write(place, mode, text):
    with open(place, mode, encoding="utf-8") as file:
        if mode == "r+":
            file.truncate(0)
        file.write(text)
