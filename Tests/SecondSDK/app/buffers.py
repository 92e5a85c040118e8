"""Calls that protect data: results are kept in buffers, under names that later calls use."""

import base64

from hosting.tasks import Refusal
from sdk.sealing import is_sealed


class Buffers:
    """Data and strings that the SDK has protected."""

    def do_protect(self, args):
        if "data" not in args:
            return self.sdk.protect_file(args)
        data = args["data"].encode()
        out = self.sdk.protect_data(data, args.get("identity"))
        self.buffers[args["buffer"]] = out
        if out is None:
            return None
        return {"holdsData": data in out, "isText": False}

    def do_protectString(self, args):
        data = args["data"].encode()
        out = self.sdk.protect_data(data, args.get("identity"))
        text = None if out is None else base64.b64encode(out).decode()
        self.buffers[args["buffer"]] = text
        if text is None:
            return None
        return {"holdsData": args["data"] in text, "isText": True}

    def buffer(self, args):
        """What a call reads: a buffer, damaged in its last byte if the script says so, or data of its own."""
        if "buffer" not in args:
            return args.get("data")
        if args["buffer"] not in self.buffers:
            raise Refusal("missing", "no such buffer")
        value = self.buffers[args["buffer"]]
        if args.get("damaged") and value is not None:
            raw = base64.b64decode(value) if isinstance(value, str) else value
            raw = raw[:-1] + bytes([raw[-1] ^ 1])
            value = base64.b64encode(raw).decode() if isinstance(value, str) else raw
        return value

    @staticmethod
    def raw(value):
        """The sealed bytes in a string, or None if it is foreign."""
        try:
            raw = base64.b64decode(value, validate=True)
        except ValueError:
            return None
        return raw if is_sealed(raw) else None

    def do_unprotect(self, args):
        value = self.buffer(args)
        if value is None:
            return None
        data = value.encode() if isinstance(value, str) else value
        out = self.sdk.unprotect_data(data)
        return None if out is None else out.decode("utf-8", "replace")

    def do_unprotectString(self, args):
        value = self.buffer(args)
        if value is None:
            return None
        if isinstance(value, bytes):
            value = value.decode("latin-1")
        raw = self.raw(value)
        if raw is None:
            return value
        out = self.sdk.unprotect_data(raw)
        return None if out is None else out.decode("utf-8", "replace")

    def do_protectionInfo(self, args):
        if "path" in args:
            return self.sdk.file_info(args)
        value = self.buffer(args)
        if value is None:
            return None
        data = value.encode() if isinstance(value, str) else value
        return self.sdk.data_info(data)

    def do_protectionInfoForString(self, args):
        value = self.buffer(args)
        raw = None if value is None else self.raw(value)
        return None if raw is None else self.sdk.data_info(raw)
