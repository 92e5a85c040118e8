"""Identities of the process, its threads and its windows."""

from choices import CHOICES
from sdk.names import fold, same


class Identities:
    """Nil is not set and falls back; the empty string is nobody (OQ-39, OQ-40)."""

    @staticmethod
    def out(identity):
        """Identities may be returned in any letter case."""
        if not identity or CHOICES["letters"] == "same":
            return identity
        return identity.upper() if CHOICES["letters"] == "upper" and identity.isascii() else fold(identity)

    @property
    def process_identity(self):
        """The identity of the process; of a single-identity app it is the enrolled user from launch on."""
        self.follow_app()
        return self.own_process_identity

    def follow_app(self):
        """An extension with one identity follows its app, whenever that has another user than last time."""
        if self.parent and not self.multi:
            now = self.enrolled
            if not same(now, self.seen) and (now or self.seen):
                self.own_process_identity = self.seen = now

    def set_process_identity(self, identity):
        """Sets the identity of the process; an extension keeps it until its app has another user."""
        self.follow_app()
        self.own_process_identity = identity

    def thread_identity(self, thread):
        """The identity of a thread: its own, else that of the process."""
        own = self.threads.get(thread)
        return self.process_identity if own is None else own

    def shown(self, own, fallback):
        """An identity that a getter returns; one that is not set is what it falls back to, or nil."""
        return self.out(own) if own is not None or not CHOICES["fallback"] else self.out(fallback)

    def window(self, name):
        """Before 2020-01 there is one window."""
        return (name or "main") if self.edition >= "2020-01" else "main"

    def ui_identity(self, window):
        """The identity of a window: its own, else that of the process."""
        own = self.ui.get(self.window(window))
        return self.process_identity if own is None else own

    def effective(self, thread):
        """For UI on the main thread: thread, UI, process; elsewhere: thread, process."""
        own = self.threads.get(thread)
        if own is not None:
            return own
        return self.ui_identity("main") if thread == "main" else self.process_identity

    def whose(self, args):
        """Whose policy a query asks for: the identity it names, that of a window, or the one in effect."""
        if args.get("identity") is not None:
            return args["identity"]
        if args.get("window") is not None:
            return self.ui_identity(args["window"])
        return self.effective(args.get("thread", "main"))

    def equal(self, one, other):
        """isIdentity: the same name, or the same object ID (known from enrollments)."""
        if not one and not other:
            return True
        if not one or not other:
            return False
        if same(one, other):
            return True
        mine, theirs = self.object_ids.get(fold(one)), self.object_ids.get(fold(other))
        return mine is not None and mine == theirs

    def mdm_account(self):
        """mdmEnrolledAccount: named only if the app has a managed configuration with IntuneMAMUPN."""
        return self.managed.get("mdmUser") or None if self.managed.get("IntuneMAMUPN") else None

    def file_owner(self, thread):
        """The thread's identity, else that of the process; an unmanaged user owns nothing."""
        identity = self.thread_identity(thread)
        return identity if self.is_managed(identity) or (identity and CHOICES["owns-unmanaged"]) else None
