"""The app's files and who owns them, and the state of the SDK: everything that survives a kill."""

import json
import os
import shutil


def fold(identity):
    """The identity without regard to letter case: letter by letter, so that ß is not SS, and a final sigma is a sigma (OQ-05)."""
    small = ((letter.lower(), letter) for letter in identity)
    return "".join(one if len(one) == 1 else letter for one, letter in small).replace("\u03c2", "\u03c3")


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

    def do(self, arguments, user):
        """Carries out the step protocol's operation `file`; `user` is the user in force."""
        operation, folder, path = arguments["do"], arguments.get("folder", "data"), arguments.get("path", "")
        content = arguments.get("content", path + "\n")
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
            self.create(key, place, user)
            write(place, "w", content)
        elif operation == "truncate":
            write(place, "r+", content)
        elif operation == "append":
            write(place, "a", content)
        elif operation in ("copy", "rename"):
            target_key, target = self.locate(arguments.get("toFolder", folder), arguments["to"])
            if operation == "copy":  # a new file, created by whoever copies
                self.create(target_key, target, user)
                shutil.copyfile(place, target)
            else:  # the same file, or a folder with the same files, under another name
                names = [""] + ["/" + path for path in self.paths_below(place)]
                for name in names:
                    self.set_owner(target_key + name, self.owners.get(key + name))
                os.makedirs(os.path.dirname(target), exist_ok=True)
                os.replace(place, target)
                for name in names:
                    self.set_owner(key + name, None)
        elif operation == "delete":
            os.remove(place)
            self.set_owner(key, None)
        else:
            raise ValueError("unknown file operation %s" % operation)
        return None

    def create(self, key, place, owner):
        """Notes the owner before there is a file, so that no kill leaves a file that nobody owns."""
        self.set_owner(key, owner)
        os.makedirs(os.path.dirname(place), exist_ok=True)

    def delete_owned_by(self, identity):
        """Deletes every file of a user; doing it again after a kill does no harm."""
        for key in sorted(self.owners):
            if fold(self.owners[key]) == fold(identity):
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
