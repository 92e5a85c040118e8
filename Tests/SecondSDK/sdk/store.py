"""What survives a kill: JSON files, replaced as a whole, and the device's keychain made of them."""

import json
import os

MAM_GROUP = "com.microsoft.intune.mam"  # the keychain group that the SDKs of a device share


def write_json(path, value):
    """Replaces the file as a whole, so that a kill leaves the old value or the new one."""
    draft = path + ".new"
    data = json.dumps(value, separators=(",", ":"))
    try:
        out = open(draft, "w", encoding="utf-8", errors="surrogatepass")
    except FileNotFoundError:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        out = open(draft, "w", encoding="utf-8", errors="surrogatepass")
    with out:
        out.write(data)
    os.replace(draft, path)


def read_json(path, default):
    """The value in a file, or the default if there is none."""
    try:
        with open(path, encoding="utf-8", errors="surrogatepass") as file:
            return json.load(file)
    except (FileNotFoundError, NotADirectoryError):
        return default


class Keychain:
    """One file for each access group; shared by the apps of a device."""

    def __init__(self, shared_folder):
        self.folder = os.path.join(shared_folder, "keychain")

    def path(self, group):
        return os.path.join(self.folder, group.replace("/", "%2F") + ".json")

    def read(self, group):
        return read_json(self.path(group), {})

    def write(self, group, value):
        write_json(self.path(group), value)
