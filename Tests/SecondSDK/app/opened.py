"""Open files: reads and writes at positions, which see decrypted contents."""

import os


class OpenedFiles:
    """Files that the app has opened, by path. A call on one that is not open returns false."""

    def do_openFileAtPath(self, args):
        path = args["path"]
        _, place = self.sdk.files.locate("data", path)
        if not os.path.isfile(place):
            return False
        self.opened[path] = {"place": place, "at": 0, "read_only": args.get("mode") == "read", "open": True}
        return True

    def opening(self, args):
        """The open file that a call means, or None."""
        one = self.opened.get(args["path"])
        return one if one and one["open"] and os.path.isfile(one["place"]) else None

    def do_close(self, args):
        one = self.opened.get(args["path"])
        if not one or not one["open"]:
            return False
        one["open"] = False
        return True

    def read_at(self, one, at, count):
        return self.sdk.files.read_plain(one["place"])[at:at + count]

    def write_at(self, one, at, data):
        files, place = self.sdk.files, one["place"]
        old = files.read_plain(place)
        if data:
            if len(old) < at:
                old += bytes(at - len(old))
            files.write(place, old[:at] + data + old[at + len(data):], files.encrypted(place))
        return len(data)

    def do_read(self, args):
        one = self.opening(args)
        if one is None or args["count"] < 0:
            return False
        data = self.read_at(one, one["at"], args["count"])
        one["at"] += len(data)
        return data.decode("utf-8", "replace")

    def do_pread(self, args):
        one = self.opening(args)
        if one is None or args["count"] < 0 or args["offset"] < 0:
            return False
        return self.read_at(one, args["offset"], args["count"]).decode("utf-8", "replace")

    def do_write(self, args):
        one = self.opening(args)
        if one is None or one["read_only"]:
            return False
        count = self.write_at(one, one["at"], args["data"].encode())
        one["at"] += count
        return count

    def do_pwrite(self, args):
        one = self.opening(args)
        if one is None or one["read_only"] or args["offset"] < 0:
            return False
        return self.write_at(one, args["offset"], args["data"].encode())

    def do_seek(self, args):
        one = self.opening(args)
        if one is None or args["offset"] < 0:
            return False
        one["at"] = args["offset"]
        return one["at"]

    def do_truncate(self, args):
        one = self.opening(args)
        if one is None or one["read_only"] or args["count"] < 0:
            return False
        files = self.sdk.files
        data = files.read_plain(one["place"])
        data = data[:args["count"]] + bytes(max(0, args["count"] - len(data)))
        files.write(one["place"], data, files.encrypted(one["place"]))
        return True

    def do_tell(self, args):
        one = self.opening(args)
        return False if one is None else one["at"]

    def do_size(self, args):
        one = self.opening(args)
        return False if one is None else len(self.sdk.files.read_plain(one["place"]))
