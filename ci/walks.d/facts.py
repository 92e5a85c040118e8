"""What is seen in a window of records, and which sentence of the contract demands it.

Only kinds of facts that a requirement speaks of are here; habits of the reference SDK, such as how often it asks for a token, in
which order independent callbacks come, or what its errors are called, are no facts.
"""

# The kinds of events: the members that tell whom one is about, and those that it must have. `compliance` is none: a restart may
# put it off, and which status tells of which failure is in no source.
EVENTS = {
    "enrollmentRequest": (("identity",), ("statusCode", "didSucceed")),
    "policyRequest": (("identity",), ("statusCode", "didSucceed")),
    "unenrollRequest": (("identity",), ("statusCode", "didSucceed")),
    "restartApplication": ((), ("thread",)),
    "wipeDataForAccount": (("identity",), ("thread",)),
    "notification": (("name",), ("object",)),
    "completion": (("api",), ("result", "thread")),
    "identitySwitchRequired": (("identity",), ("reason",)),
    "addIdentity": (("identity",), ()),
    "appStarted": ((), ()),
    "openedURL": (("url",), ("handled",)),
    "prompt": (("kind", "identity"), ()),
    "conditionalLaunch": (("check", "identity"), ()),
    "task": (("queue", "api"), ("identity",)),
    "authLibrary": ((), ("name",)),
    "telemetry": (("kind",), ("didSucceed", "management")),
}
REQUESTS = ("enroll", "checkin", "unenroll")

POLICY_MEMBERS = ("managed", "isPINRequired", "isAppSharingAllowed", "isContactSyncAllowed", "isSpotlightIndexingAllowed")
BY_NAME = {"registeredAccounts", "enrolledAccount", "mdmEnrolledAccount", "primaryUser", "getProcessIdentity", "getUIPolicyIdentity",
           "getCurrentThreadIdentity", "allowedAccounts", "owner"}
NOTICES = {"IntuneMAMPolicyDidChangeNotification": ["POL-004"], "IntuneMAMAppConfigDidChangeNotification": ["CFG-019"],
           "IntuneMAMAllowedAccountsDidChangeNotification": ["ACC-005"], "IntuneMAMDataProtectionDidChangeNotification": ["DAT-011"]}


def status_requirement(code):
    """Codes 100 to 104 are STA-014 to STA-018, 200 to 225 STA-019 to STA-044."""
    return f"STA-{code - 86:03}" if code < 200 else f"STA-{code - 181:03}"


def proves_event(kind, members, window):
    """The requirements of an event that is there. `window` says what the action was: register, login, deregister, time, launch..."""
    what = window["what"]
    if kind in ("enrollmentRequest", "policyRequest", "unenrollRequest"):
        proves = [{"enrollmentRequest": "STA-002", "policyRequest": "STA-003", "unenrollRequest": "STA-004"}[kind]]
        if kind == "enrollmentRequest":
            proves += {"register": ["ENR-006"], "login": ["ENR-027"], "time": ["ENR-008"]}.get(what, [])
            if members.get("didSucceed") is True and window["left"]:
                proves.append("DRG-022")
        if kind == "policyRequest" and what == "time":
            proves.append("POL-001")
        proves += ["{STA-006: identity}"]
        codes = members.get("statusCode")
        # An enrollment that succeeds may have any code of success: only those of a policy request say more.
        if codes is not None and not (kind == "enrollmentRequest" and members.get("didSucceed") is True):
            codes = codes if isinstance(codes, list) else [codes]
            proves += [f"{{{status_requirement(code)}: statusCode}}" for code in codes]
            if codes == [104]:
                proves.append("DRG-018" if what == "time" else "DRG-019")
            if set(codes) <= {213, 214}:
                proves.append("DRG-021")
        if "didSucceed" in members:
            proves.append("{STA-010: didSucceed}")
        return proves
    if kind == "restartApplication":
        return ["RST-001", "RST-002"] + (["{RST-003: thread}"] if "thread" in members else [])
    if kind == "wipeDataForAccount":
        return ["WIP-001"] + {"deregister": ["DRG-010"], "time": ["DRG-017", "WIP-011"]}.get(what, []) + (["{WIP-005: thread}"] if "thread" in members else [])
    if kind == "notification":
        return NOTICES[members["name"]]
    if kind == "completion":
        return ["IDN-027"] + (["{IDN-031: result}"] if "result" in members else []) + (["{IDN-028: thread}"] if "thread" in members else [])
    if kind == "identitySwitchRequired":
        return ["IDN-043"] + (["{IDN-052: reason}"] if "reason" in members else [])
    # Whether a launch makes checks is not said: IDN-026 speaks of an identity that is set.
    if kind == "conditionalLaunch" and what == "launch":
        return None
    return {"addIdentity": ["IDN-055"], "appStarted": ["LCH-006", "LCH-014"] if window["required"] else ["LCH-007"],
            "task": ["THR-003", "THR-008"] + (["THR-005"] if members.get("api") == "addOperation" else ["THR-001"]), "authLibrary": ["AUTH-041", "AUTH-042"],
            "telemetry": {"launch": ["TEL-002"], "enrollment": ["TEL-003"]}.get(members.get("kind")),
            "openedURL": ["IDN-048"], "prompt": ["IDN-026"] if members.get("kind") == "pin" else ["ENR-028"],
            "conditionalLaunch": ["IDN-026"]}[kind]


def proves_request(kind, window):
    what = window["what"]
    if kind == "enroll":
        return {"register": ["ENR-006", "ENR-007"], "login": ["ENR-027"], "time": ["ENR-008"], "launch": ["ENR-008"]}.get(what)
    if kind == "checkin":
        return ["POL-001", "POL-003"] if what in ("time", "launch", "other") else None
    return {"deregister": ["DRG-004", "{DRG-023: subject}"], "time": ["DRG-017", "{DRG-023: subject}"]}.get(what)


def proves_absent(kind, window):
    """The requirements of an event or request that must not be there; None if no sentence forbids it then."""
    what, left = window["what"], window["left"]
    table = {
        "enrollmentRequest": ["STA-002"], "policyRequest": ["STA-003"], "unenrollRequest": ["STA-004"],
        "restartApplication": ["RST-007"], "wipeDataForAccount": ["WIP-008"], "addIdentity": ["IDN-055"],
        "identitySwitchRequired": ["IDN-043"], "notification": ["POL-004"], "completion": ["IDN-027"],
        "enroll": ["ENR-009"] + (["DRG-003"] if left else []),
        "checkin": ["POL-001"] + (["DRG-015"] if left else []),
    }
    if kind == "unenroll":
        return {"deregister": ["DRG-005"], "register": ["ENR-014"], "login": ["ENR-014"]}.get(what)
    if kind == "appStarted":
        return ["LCH-006"] if what == "launch" and window["required"] else None
    if kind == "prompt":
        return {"time": ["ENR-008"], "thread": ["IDN-040"]}.get(what)
    if kind == "conditionalLaunch":
        return {"thread": ["IDN-040"], "time": ["IDN-026"], "other": ["IDN-026"]}.get(what)
    return table.get(kind)


def proves_total(kind, window):
    """The requirements of how often something comes in a whole walk."""
    left = window["left"]
    return {
        "enrollmentRequest": ["STA-002"], "policyRequest": ["STA-003"], "unenrollRequest": ["STA-004"], "restartApplication": ["RST-001", "RST-007"],
        "wipeDataForAccount": ["WIP-008"], "notification": ["POL-004"], "completion": ["IDN-027"], "identitySwitchRequired": ["IDN-043"],
        "addIdentity": ["IDN-055"], "appStarted": ["LCH-006", "LCH-007"], "prompt": ["ENR-028", "IDN-026"],
        "enroll": ["ENR-008", "ENR-009"] + (["DRG-003"] if left else []), "checkin": ["POL-001"] + (["DRG-015"] if left else []),
        "unenroll": ["DRG-004", "DRG-005"],
    }.get(kind)


def proves_answer(key, value, window):
    """The requirements of the answer to a look."""
    left = window["left"]
    held = {
        "registered": ["ENR-021"] + (["DRG-002"] if left else []), "enrolled": ["ENR-022"], "managed": ["IDN-022"],
        "primary": ["POL-024"], "is-on": ["POL-023"], "source": ["POL-008"], "of-mdm": ["ENR-023"],
        "process": ["IDN-041"] if window["several"] else ["IDN-002"], "own-policy": ["POL-005"],
        "main-link": ["POL-014", "IDN-014", "IDN-017"], "worker-link": ["POL-014", "IDN-016", "IDN-017"], "link": ["POL-014"],
        "picker": ["POL-016"], "screen": ["IDN-014", "IDN-034"], "window": ["POL-007", "IDN-042"], "thread": ["IDN-016", "IDN-009"],
        "greeting": ["CFG-004"], "sets": ["ENR-024", "CFG-004"], "save": ["LOC-002"], "allowed": ["ACC-001"],
        "same": ["IDN-012"], "web-link": ["POL-015"], "unprotect": ["DAT-007"], "data-owner": ["DAT-005"], "string": ["DAT-010"],
        "damaged": ["DAT-009"], "on-disk": ["FIL-017", "FIL-023", "FIL-024"], "is-encrypted": ["FIL-017", "FIL-027"],
        "file-info": ["FIL-010"], "item": ["SHR-019"], "override": ["AUTH-025", "AUTH-028"], "authorities": ["AUTH-032"],
        "remediating": ["AUTH-056"], "color": ["UIX-011", "UIX-013"], "telemetry": ["TEL-007"], "splash": ["UIX-002"],
        "left-to-app": ["WEB-006"], "conflict": ["CFG-011", "CFG-012"], "number": ["CFG-014"], "boolean": ["CFG-013"],
        "all-values": ["CFG-018"], "full": ["CFG-007"], "open-from": ["LOC-017"], "all-places": ["LOC-031"], "all-sources": ["LOC-032"],
        "protected": ["DAT-003", "DAT-004"], "protected-string": ["DAT-010"],
        "owner": ["FIL-001", "FIL-005"], "exists": ["WIP-008", "WIP-010"] if value is True else ["WIP-003", "WIP-007"],
    }
    if key == "policy":
        return ["POL-006", "DRG-006"] if left and isinstance(value, dict) and value.get("managed") is False else ["POL-006", "POL-028"]
    return held[key]
