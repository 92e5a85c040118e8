"""Status codes: their strings, the failures that lead to them, and the callback that reports them."""

TEXT = {
    100: "New policies have come.",
    101: "The policies are the same.",
    102: "A wipe has come.",
    103: "There is no policy.",
    104: "The user is unenrolled.",
    200: "The user has no licence.",
    201: "An internal error has occurred.",
    203: "The user has to sign in.",
    204: "The location service failed.",
    205: "The enrollment host failed.",
    206: "An answer cannot be read.",
    207: "No account was named.",
    208: "The app is enrolled already.",
    209: "The EMM names another account.",
    210: "Another user has enrolled the device.",
    211: "The device belongs to another account.",
    212: "The policy host failed.",
    213: "The app is not enrolled.",
    214: "Another account is enrolled.",
    215: "Data could not be cleared.",
    216: "It took too long.",
    217: "The sign-in library failed.",
    218: "Another account has to be removed first.",
    219: "The user cancelled.",
    220: "The enrollment is gone.",
    221: "The user is not enrolled any more.",
    222: "The tenant is being moved.",
    223: "Not in an extension.",
    224: "The sign-in library is too old.",
    225: "No policy targets the user.",
}
# What a host that does not answer leads to.
HOST_FAILURE = {"locate": 204, "token": 217, "enroll": 205, "checkin": 212, "unenroll": 205, "telemetry": 205}
# What the errors that the service names lead to.
SERVICE = {
    "BadRequest": 201,
    "invalid_grant": 203,
    "interaction_required": 203,
    "InvalidToken": 203,
    "AccountNotLicensed": 200,
    "LicensedNotTargeted": 225,
    "TenantMigration": 222,
    "UserNotFound": 200,
    "NotEnrolled": 104,
    "Gone": 220,
}


class Failed(Exception):
    """An operation ends with a status code; `retry_after` is what the service asked for, in seconds."""

    def __init__(self, code, retry_after=0):
        super().__init__(code)
        self.code, self.retry_after = code, retry_after


class Status:
    """The callback that reports status."""

    def report(self, callback, identity, code):
        """Calls the status delegate; codes that an edition does not have yet become older ones."""
        if self.edition < "2016-12" and code in (220, 221):
            code = 212
        if self.edition < "2020-01" and code in (222, 223, 224, 225):
            code = 200
        self.app.status(callback, identity, code, TEXT[code])
        return code

    def take_internal_error(self):
        """True once if the script plants an internal error (STA-020)."""
        return bool(self.host.answers.pop("internalError", False))
