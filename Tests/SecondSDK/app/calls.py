"""Calls whose result the SDK returns at once."""

from choices import CHOICES

# How nobody, and no configuration, are returned (CNF-50).
NOBODY = "" if CHOICES["empty-for-none"] else None
NO_CONFIGURATION = None if CHOICES["empty-for-none"] else []


def by_who(method):
    """A query about somebody's policy: who that is, the arguments say (`SDK.whose`)."""
    return lambda sdk, args: getattr(sdk, method)(sdk.whose(args), args)


def selector(kind):
    """A query for one value of the app configuration."""
    return lambda sdk, args: sdk.select(kind, args.get("identity"), args["key"], args.get("queryType", 0))


def primary_user(sdk, args):
    """The enrolled user; without one, an SDK may name the user of MDM, or nobody."""
    managed = None if CHOICES["empty-for-none"] else sdk.managed.get("mdmUser")
    return sdk.out(sdk.enrolled) or managed or NOBODY


def window_identity(sdk, args):
    """The UI identity of a window, or what it falls back to."""
    return sdk.shown(sdk.ui.get(sdk.window(args.get("window"))), sdk.process_identity)


def set_thread_identity(sdk, args):
    """Sets the identity of a thread; nil is not set (OQ-40)."""
    sdk.threads[args.get("thread", "main")] = args.get("identity")


def thread_identity(sdk, args):
    """The identity of a thread, or what it falls back to."""
    return sdk.shown(sdk.threads.get(args.get("thread", "main")), sdk.process_identity)


def is_encrypted(sdk, args):
    """True if the bytes of the file are encrypted."""
    return sdk.files.encrypted(sdk.files.locate(args.get("folder", "data"), args["path"])[1])


# By name.
CALLS = {
    "registerAndEnrollAccount": lambda sdk, args: sdk.register(args.get("identity")),
    "loginAndEnrollAccount": lambda sdk, args: sdk.login(args.get("identity")),
    "registeredAccounts": lambda sdk, args: sdk.registered()[::-1],
    "enrolledAccount": lambda sdk, args: sdk.out(sdk.enrolled) or NOBODY,
    "mdmEnrolledAccount": lambda sdk, args: sdk.mdm_account(),
    "primaryUser": primary_user,
    "getUIPolicyIdentity": window_identity,
    "setProcessIdentity": lambda sdk, args: sdk.set_process_identity(args.get("identity")),
    "getProcessIdentity": lambda sdk, args: sdk.out(sdk.process_identity),
    "setCurrentThreadIdentity": set_thread_identity,
    "getCurrentThreadIdentity": thread_identity,
    "getIdentityForCurrentActivity": lambda sdk, args: None,
    "isIdentityManaged": lambda sdk, args: sdk.is_managed(args.get("identity")),
    "isIdentity": lambda sdk, args: sdk.equal(args.get("identity"), args.get("other")),
    "isManagementEnabled": lambda sdk, args: sdk.policy is not None or bool(sdk.setting("MAMPolicyRequired")),
    "mamPolicySource": lambda sdk, args: sdk.policy_source(),
    "policy": lambda sdk, args: sdk.policy_object(sdk.effective(args.get("thread", "main"))),
    "policyForIdentity": lambda sdk, args: sdk.policy_object(args.get("identity")),
    "policyForWindow": lambda sdk, args: sdk.policy_object(sdk.ui_identity(args.get("window"))),
    "aadAuthorityUriOverride": lambda sdk, args: sdk.override("authority", args),
    "aadClientIdOverride": lambda sdk, args: sdk.override("client", args),
    "aadRedirectUriOverride": lambda sdk, args: sdk.override("redirect", args),
    "aadAuthorityUrisForIdentity": lambda sdk, args: sdk.candidates(args.get("identity")),
    "appConfigForIdentity": lambda sdk, args: sdk.sets(args.get("identity")) or NO_CONFIGURATION,
    "fullData": lambda sdk, args: sdk.sets(args.get("identity")),
    "hasConflict": lambda sdk, args: sdk.has_conflict(args.get("identity"), args["key"]),
    "boolValueForKey": selector("bool"),
    "numberValueForKey": selector("number"),
    "stringValueForKey": selector("string"),
    "allBoolsForKey": lambda sdk, args: sdk.values("bool", args.get("identity"), args["key"]),
    "allNumbersForKey": lambda sdk, args: sdk.values("number", args.get("identity"), args["key"]),
    "allStringsForKey": lambda sdk, args: sdk.values("string", args.get("identity"), args["key"]),
    "allowedAccounts": lambda sdk, args: sdk.allowed(),
    "backgroundColor": lambda sdk, args: sdk.color("backgroundColor", args),
    "foregroundColor": lambda sdk, args: sdk.color("foregroundColor", args),
    "accentColor": lambda sdk, args: sdk.color("accentColor", args),
    "secondaryBackgroundColor": lambda sdk, args: sdk.color("secondaryBackgroundColor", args),
    "secondaryForegroundColor": lambda sdk, args: sdk.color("secondaryForegroundColor", args),
    "encryptFile": lambda sdk, args: sdk.encrypt_file(args, args.get("identity")),
    "decryptFile": lambda sdk, args: sdk.decrypt_file(args),
    "decryptFileAtPath": lambda sdk, args: sdk.decrypt_file({"path": args["path"]}),
    "isFileEncrypted": is_encrypted,
    "isFileEncryptedAtPath": is_encrypted,
    "protectFileAtPath": lambda sdk, args: sdk.protect_at_path(args, args.get("identity")),
    "verifyAndProtect": lambda sdk, args: sdk.protect_file(args),
    "createFileAtPath": lambda sdk, args: sdk.create_at_path(args, args.get("identity")),
    "protectionInfoForItemProvider": lambda sdk, args: sdk.file_info(args, True),
    "loadItem": lambda sdk, args: sdk.load_item(args),
    "setUserDefault": lambda sdk, args: sdk.set_default(args["key"], args.get("value")),
    "telemetryEnabled": lambda sdk, args: sdk.telemetry_enabled(args),
    "fileProtectionLevel": lambda sdk, args: sdk.protection_level(args),
    "keychainGroups": lambda sdk, args: sorted(sdk.state.get("groups", [])),
    "isSplashShown": lambda sdk, args: sdk.splash(),
    "isLeftToApp": lambda sdk, args: sdk.left_to_app(args["url"]),
    "setTestPolicy": lambda sdk, args: sdk.set_test_policy(args),
    "getDiagnosticInformation": lambda sdk, args: sdk.diagnostics(),
    "getIntuneLogPaths": lambda sdk, args: sdk.log_paths(),
    "sdkVersion": lambda sdk, args: "3.1.0",
    "remediateComplianceForIdentity": lambda sdk, args: sdk.remediate(args.get("identity"), args.get("silent", False)),
    "remediationInProgressForIdentity": lambda sdk, args: sdk.remediating(args.get("identity")),
    "isURLAllowed": by_who("url_allowed"),
    "isUniversalLinkAllowed": by_who("universal_allowed"),
    "isDocumentPickerAllowed": by_who("picker_allowed"),
    "isSaveToAllowedForLocation": by_who("save_allowed"),
    "isOpenFromAllowedForLocation": by_who("open_allowed"),
    "getSaveToLocationsForAccount": by_who("save_locations"),
    "getOpenFromLocationsForAccount": by_who("open_locations"),
}
