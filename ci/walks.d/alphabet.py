"""What walks are made of: worlds, actions and looks, as data.

An action is a line of ACTIONS: name, words for the title, steps, what must be so before it, what it changes. What a walk knows is
a set of words such as `alive` or `reg.ana`; `when` names words that must be there, or not there (with `!`), and `then` adds
(`+`) and takes away (`-`) some. These words only keep steps possible and sensible: what really happens is learned from runs.
"""

EDITIONS = ["2016-09", "2016-12", "2017-11", "2020-01", "2020-06"]

USERS = ["ana", "ben", "eve", "dan"]

GROUP = "group.com.contoso"
GROUPS = f"{GROUP}, {GROUP}.more"
ANSWERS = "answers: {restartApplication: true, wipeDataForAccount: false}"
SIGNED_IN = "signedIn: [ana, ben, eve, dan]"
CONFIGURATIONS = (
    "configurations: {mailconfig: {assign: [staff], apps: [mail, docs], settings: {greeting: hello}}, "
    "more: {assign: [staff], apps: [mail], settings: {greeting: hallo, level: \"3\", on: \"true\"}}, "
    "everyone: {default: true, assign: [], settings: {greeting: welcome, region: north, level: \"7\"}}}"
)

# A world: what is there before the first step. `areas` says which actions and looks belong to it beside those of all.
WORLDS = {
    "one-identity": {
        "suite": "accounts", "words": "", "start": "alive one",
        "given": f"{{apps: {{mail: {{settings: {{AppGroupIdentifiers: [{GROUPS}]}}, {SIGNED_IN}, {ANSWERS}}}}}}}",
        "steps": ["launch: mail"], "areas": "accounts files clock faults", "weight": 5,
    },
    "own-restart": {
        "suite": "accounts", "words": "an app that leaves restart and wipe to nobody else", "start": "alive one restarts wipes-itself",
        "given": f"{{apps: {{mail: {{{SIGNED_IN}, answers: {{restartApplication: false, wipeDataForAccount: true}}}}}}}}",
        "steps": ["launch: mail"], "areas": "accounts files faults prompts", "weight": 2,
    },
    "offline": {
        "suite": "accounts", "words": "without a network at first", "start": "alive one offline",
        "given": f"{{apps: {{mail: {{{SIGNED_IN}, {ANSWERS}}}}}}}",
        "steps": ["launch: mail", "offline: phone"], "areas": "accounts clock faults", "weight": 2,
    },
    "signed-out": {
        "suite": "accounts", "words": "with nobody signed in", "start": "alive one out.ana out.ben out.eve out.dan",
        "given": f"{{apps: {{mail: {{signedIn: [], {ANSWERS}}}}}}}",
        "steps": ["launch: mail"], "areas": "accounts prompts faults", "weight": 1,
    },
    "several-identities": {
        "suite": "identity", "words": "", "start": "alive several",
        "given": f"{{policies: {{baseline: {{settings: {{pinRequired: false}}}}}}, apps: {{mail: {{settings: {{MultiIdentity: true, "
                 f"AppGroupIdentifiers: [{GROUPS}]}}, {SIGNED_IN}, {ANSWERS}}}}}}}",
        "steps": ["launch: mail"], "areas": "identity files urls", "weight": 5,
    },
    "asks-for-the-pin": {
        "suite": "identity", "words": "whose policy requires a PIN", "start": "alive several pin",
        "given": f"{{apps: {{mail: {{settings: {{MultiIdentity: true}}, {SIGNED_IN}, answers: {{restartApplication: true, "
                 "wipeDataForAccount: false, conditionalLaunch: ask}}}}",
        "steps": ["launch: mail"], "areas": "identity pin urls", "weight": 2,
    },
    "required": {
        "suite": "settings", "words": "that requires policy and enrolls at launch", "start": "alive one managed reg.ana enrolled",
        "given": f"{{{CONFIGURATIONS}, devices: {{phone: {{managed: {{mdmUser: ana, mdmVendor: intune, IntuneMAMUPN: ana}}}}}}, apps: {{mail: "
                 f"{{settings: {{AutoEnrollOnLaunch: true, MAMPolicyRequired: true}}, {SIGNED_IN}, answers: {{restartApplication: true, "
                 "wipeDataForAccount: false, addIdentity: 0}}}}",
        "steps": ["launch: mail"], "areas": "settings launch config", "weight": 3, "editions": EDITIONS[2:],
    },
    "configured": {
        "suite": "settings", "words": "with app configuration", "start": "alive one",
        "given": f"{{{CONFIGURATIONS}, apps: {{mail: {{{SIGNED_IN}, {ANSWERS}}}}}}}",
        "steps": ["launch: mail"], "areas": "settings config places device", "weight": 3, "editions": EDITIONS[2:],
    },
    "managed-device": {
        "suite": "settings", "words": "on a managed device", "start": "alive one managed",
        "given": f"{{{CONFIGURATIONS}, devices: {{phone: {{managed: {{mdmUser: ana, mdmVendor: intune, IntuneMAMUPN: ana}}}}}}, apps: {{mail: "
                 f"{{{SIGNED_IN}, {ANSWERS}}}}}}}",
        "steps": ["launch: mail"], "areas": "settings config device launch", "weight": 2, "editions": EDITIONS[2:],
    },
    "protected": {
        "suite": "data", "words": "with protected data", "start": "alive one",
        "given": f"{{apps: {{mail: {{settings: {{AppGroupIdentifiers: [{GROUPS}]}}, {SIGNED_IN}, {ANSWERS}}}}}}}",
        "steps": ["launch: mail"], "areas": "data disk files", "weight": 3,
    },
    "protected-several": {
        "suite": "data", "words": "with protected data and several identities", "start": "alive several",
        "given": f"{{policies: {{baseline: {{settings: {{pinRequired: false}}}}}}, apps: {{mail: {{settings: {{MultiIdentity: true}}, {SIGNED_IN}, {ANSWERS}}}}}}}",
        "steps": ["launch: mail"], "areas": "data disk files threads", "weight": 3,
    },
    "tasks": {
        "suite": "data", "words": "with tasks", "start": "alive several",
        "given": f"{{policies: {{baseline: {{settings: {{pinRequired: false}}}}}}, apps: {{mail: {{settings: {{MultiIdentity: true}}, {SIGNED_IN}, {ANSWERS}}}}}}}",
        "steps": ["launch: mail"], "areas": "tasks threads", "weight": 2,
    },
    "sign-in": {
        "suite": "settings", "words": "with two libraries", "start": "alive one",
        "given": f"{{apps: {{mail: {{libraries: {{ADAL: 2.7.0, MSAL: 1.0.0}}, {SIGNED_IN}, {ANSWERS}}}}}}}",
        "steps": ["launch: mail"], "areas": "auth libraries accounts", "weight": 3, "editions": EDITIONS[3:],
    },
    "overridden": {
        "suite": "settings", "words": "with overrides", "start": "alive one out.eve out.dan",
        "given": f"{{apps: {{mail: {{settings: {{ADALClientId: client-of-the-app, ADALAuthority: \"https://login.plist.com/contoso\"}}, signedIn: [ana, ben], {ANSWERS}}}}}}}",
        "steps": ["launch: mail"], "areas": "auth faults", "weight": 2,
    },
    "odds": {
        "suite": "settings", "words": "with telemetry, colours and test policies", "start": "alive one",
        "given": f"{{apps: {{mail: {{telemetry: true, settings: {{DebugSettingsEnabled: true, WebViewHandledURLSchemes: [contoso-mail]}}, {SIGNED_IN}, {ANSWERS}}}}}}}",
        "steps": ["launch: mail"], "areas": "odds", "weight": 3,
    },
    "two-apps": {
        "suite": "apps", "words": "of two apps", "start": "alive one docs",
        "given": f"{{apps: {{mail: {{settings: {{AppGroupIdentifiers: [{GROUPS}]}}, {SIGNED_IN}, {ANSWERS}}}, docs: {{settings: "
                 f"{{AppGroupIdentifiers: [{GROUPS}]}}, {SIGNED_IN}, {ANSWERS}}}}}}}",
        "steps": ["launch: mail", "launch: docs"], "areas": "apps files", "weight": 3,
    },
    "extension": {
        "suite": "apps", "words": "with an extension", "start": "alive one",
        "given": f"{{apps: {{mail: {{settings: {{AppGroupIdentifiers: [{GROUPS}]}}, {SIGNED_IN}, {ANSWERS}}}}}}}",
        "steps": ["launch: mail"], "areas": "extension files", "weight": 2, "editions": EDITIONS[2:],
    },
    "extension-configured": {
        "suite": "settings", "words": "with an extension and app configuration", "start": "alive one",
        "given": f"{{{CONFIGURATIONS}, apps: {{mail: {{settings: {{AppGroupIdentifiers: [{GROUPS}]}}, {SIGNED_IN}, {ANSWERS}}}}}}}",
        "steps": ["launch: mail"], "areas": "extension config device", "weight": 2, "editions": EDITIONS[2:],
    },
    "extension-protected": {
        "suite": "data", "words": "with an extension and protected data", "start": "alive one",
        "given": f"{{apps: {{mail: {{{SIGNED_IN}, {ANSWERS}}}}}}}",
        "steps": ["launch: mail"], "areas": "extension data disk", "weight": 1, "editions": EDITIONS[2:],
    },
}

UP = "alive !suspended !extension"
ANY = "alive !suspended"

# name, areas ("" is all), words, steps, when, then [, editions]
ACTIONS = []


def made(name, areas, words, steps, when="", then="", editions=None, answers=None):
    """An action as the walks know it, which is not yet one that they may draw."""
    steps = steps if isinstance(steps, list) else [steps]
    # The service cannot be changed while it is down.
    if any(step.startswith(("admin:", "fault:", "clearFaults:", "signIn:")) for step in steps):
        when += " !down"
    return {
        "answers": answers,
        "name": name, "areas": areas.split(), "words": words, "steps": steps,
        "when": when.split(), "then": then.split(), "editions": editions or EDITIONS,
    }


def action(*about, **options):
    ACTIONS.append(made(*about, **options))


# Accounts come and go.
for user in USERS:
    action(f"register-{user}", "" if user in ("ana", "ben") else "accounts apps", f"register {user}", f"call: mail.registerAndEnrollAccount({user})",
           f"{UP} !reg.{user}", f"+reg.{user} +somebody")
    action(f"login-{user}", "" if user in ("ana", "eve") else "accounts extension settings", f"log {user} in", f"call: mail.loginAndEnrollAccount({user})",
           f"{UP} !out.{user} !reg.{user}", f"+reg.{user} +somebody")
    action(f"deregister-{user}", "", f"deregister {user}", f'call: "mail.deRegisterAndUnenrollAccount({user}, doWipe: false)"',
           f"{UP} reg.{user}", f"-reg.{user} +left")
    action(f"wipe-out-{user}", "", f"deregister {user} with a wipe", f'call: "mail.deRegisterAndUnenrollAccount({user}, doWipe: true)"',
           f"{UP} reg.{user}", f"-reg.{user} +left -file")
action("register-again", "accounts", "register ana again from a thread", "call: {app: mail, api: registerAndEnrollAccount, identity: ANA@CONTOSO.COM, thread: work}", f"{UP} reg.ana")
action("register-thread", "accounts identity", "register ben from a thread", "call: {app: mail, api: registerAndEnrollAccount, identity: ben, thread: work}", f"{UP} !reg.ben", "+reg.ben +somebody")
action("register-nobody", "accounts extension", "register nobody", "call: {app: mail, api: registerAndEnrollAccount, identity: null}", UP)
action("deregister-stranger", "accounts", "deregister somebody unknown", "call: mail.deRegisterAndUnenrollAccount(gus@example.net)", UP)
action("login-cancelled", "prompts", "log cleo in, who cancels", ["call: mail.loginAndEnrollAccount(cleo)", "user: {app: mail, prompt: credentials, action: cancel}"], f"{UP} !offline !down !broken !somebody !in.cleo")
action("login-entered", "prompts", "log cleo in, who signs in", ["call: mail.loginAndEnrollAccount(cleo)", "user: {app: mail, prompt: credentials, action: enter, identity: cleo}"], f"{UP} !offline !down !broken !somebody !in.cleo", "+somebody +in.cleo")
action("register-cleo", "prompts", "register cleo", "call: mail.registerAndEnrollAccount(cleo)", f"{UP} !reg.cleo", "+reg.cleo")
action("sign-in-ana", "prompts", "ana signs in", "signIn: {app: mail, identity: ana}", f"{UP} out.ana !offline !down !broken", "-out.ana")
action("purge-ana", "accounts", "ana's tokens are gone", "purgeTokens: {app: mail, identity: ana}", f"{UP} !out.ana", "+out.ana")
action("sign-in-again", "accounts", "ana signs in again", "signIn: {app: mail, identity: ana}", f"{UP} out.ana !offline !down !broken", "-out.ana")

# What administrators do.
action("pin-off", "", "the policy stops requiring a PIN", "admin: {policy: baseline, set: {pinRequired: false}}", "somebody !pin-off", "+pin-off -pin-on")
action("pin-on", "", "the policy requires a PIN", "admin: {policy: baseline, set: {pinRequired: true}}", "somebody !pin-on", "-pin-off +pin-on")
action("close", "places identity urls files", "the policy lets data go nowhere", "admin: {policy: baseline, set: {allowedOutboundDataTransferDestinations: none, contactSyncBlocked: false}}", "somebody !closed", "+closed -opened")
action("open", "places identity urls apps", "the policy lets data go anywhere", "admin: {policy: baseline, set: {allowedOutboundDataTransferDestinations: allApps, allowedInboundDataTransferSources: allApps}}", "somebody !opened", "+opened -closed")
action("untarget", "", "the policy is taken away", "admin: {policy: baseline, assign: []}", "somebody !untargeted", "+untargeted")
action("target", "", "the policy is given back", "admin: {policy: baseline, assign: [staff, partners]}", "untargeted", "-untargeted")
action("unlicense", "accounts settings", "ana loses the licence", "admin: {user: ana, set: {licensed: false}}", "!unlicensed somebody", "+unlicensed")
action("license", "accounts settings", "ana has the licence again", "admin: {user: ana, set: {licensed: true}}", "unlicensed", "-unlicensed")
action("license-dan", "accounts", "dan gets a licence", "admin: {user: dan, set: {licensed: true}}", "reg.dan !lic.dan", "+lic.dan")
action("wipe-ana", "", "a wipe is sent to ana", "admin: {wipe: ana, device: phone}", "reg.ana !wiped", "+wiped -file")
action("wipe-ben", "accounts apps", "a wipe is sent to ben", "admin: {wipe: ben, device: phone}", "reg.ben !wiped.ben", "+wiped.ben -file")
action("wipe-elsewhere", "files", "a wipe is sent to ana's other device", "admin: {wipe: ana, device: tablet}", "reg.ana !elsewhere", "+elsewhere")
action("record-gone", "", "ana's record is gone", "admin: {registration: ana, app: mail, set: gone}", "reg.ana !gone !wiped", "+gone", EDITIONS[1:])
action("reenroll", "", "the service wants ana enrolled again", "admin: {registration: ana, app: mail, set: reenroll}", "reg.ana !gone !wiped", "+gone")
action("tenant-off", "accounts", "the tenant is disabled", "admin: {tenant: contoso, set: {enabled: false}}", "somebody !tenant-off", "+tenant-off")
action("tenant-on", "accounts", "the tenant is enabled", "admin: {tenant: contoso, set: {enabled: true}}", "tenant-off", "-tenant-off")

# Time.
action("nearly", "", "almost a check-in's time passes", "advance: 1 checkIn - 1 ms", "!nearly", "+nearly")
action("rest", "", "the last millisecond passes", "advance: 1 ms", "nearly", "-nearly")
action("check-in", "", "a check-in's time passes", "advance: 1 checkIn", "somebody", "-wiped -wiped.ben")
action("retry", "", "a retry's time passes", "advance: 1 retry", "somebody", "-wiped -wiped.ben")
action("half", "accounts settings apps", "half a check-in's time passes", "advance: 1/2 checkIn", "somebody")
action("days", "accounts", "three retries' time passes", "advance: 3 retry", "somebody", "-wiped -wiped.ben")

# The life of the app.
action("relaunch", "", "relaunch", "relaunch: mail", "alive !extension", "-suspended -back")
action("killed", "", "kill and launch", ["kill: mail", "launch: mail"], UP, "-back")
action("kill", "", "kill", "kill: mail", UP, "-alive -back +dead")
action("launch", "", "launch", "launch: mail", "dead", "+alive -dead")
action("launch-behind", "", "launch in the background", "launch: {app: mail, state: background}", "dead", "+alive -dead +back")
action("stop", "", "close", "stop: mail", UP, "-alive -back +dead")
action("suspend", "", "suspend", "suspend: mail", f"{UP} somebody", "+suspended")
action("resume", "", "bring back", "foreground: mail", "suspended", "-suspended")
action("background", "", "go to the background", "background: mail", f"{UP} !back", "+back")
action("foreground", "", "come to the foreground", "foreground: mail", f"{UP} back", "-back")
action("upgrade", "", "upgrade", 'upgrade: {app: mail, appVersion: "2.0"}', f"{UP} !upgraded", "+upgraded -back")
action("reinstall", "", "install again with the keychain kept", "reinstall: {app: mail, keychain: kept}", f"{UP} !reinstalled", "+reinstalled -file -back")
action("killed-in-check-in", "", "killed in a check-in, and launched", ["kill: {app: mail, request: checkin, point: applied}", "advance: 1 checkIn", "launch: mail"], f"{UP} reg.ana !offline !down !broken", "-back")
action("killed-in-status", "accounts", "killed when a check-in is reported, and launched", ["kill: {app: mail, callback: policyRequest}", "advance: 1 checkIn", "launch: mail"], f"{UP} reg.ana !offline !down !broken", "-back")

# The device and the service.
action("clock-ahead", "clock", "the clock is set three days ahead", "device: {device: phone, wallClock: 3 d}", "!ahead", "+ahead -behind")
action("clock-back", "clock", "the clock is set back by three hours", "device: {device: phone, wallClock: -3 h}", "!behind", "+behind -ahead")
action("offline", "accounts settings files", "the network goes", "offline: phone", "!offline somebody", "+offline")
action("online", "", "the network is back", "online: phone", "offline", "-offline")
action("down", "faults", "the service goes down", "service: kill", "!down !offline somebody !docs", "+down")
action("up", "faults", "the service is back", "service: start", "down", "-down")
action("restart-service", "", "the service restarts", "service: restart", "!down somebody")
action("enroll-503", "faults", "enrollment is unavailable", "fault: {endpoint: enroll, kind: status, status: 503}", "!broken !down", "+broken")
action("enroll-503-once", "faults apps extension", "one enrollment will fail", "fault: {endpoint: enroll, kind: status, status: 503, times: 1}", "!broken !down", "+broken")
action("check-in-503", "faults", "check-ins are unavailable", "fault: {endpoint: checkin, kind: status, status: 503}", "!broken !down", "+broken")
action("check-in-garbled", "faults", "one check-in will be garbled", "fault: {endpoint: checkin, kind: malformed, times: 1}", "!broken !down", "+broken")
action("token-refused", "faults", "one token will be refused", "fault: {endpoint: token, kind: error, code: invalid_grant, times: 1}", "!broken !down", "+broken")
action("location-gone", "faults", "locations cannot be asked for", "fault: {endpoint: locate, kind: refused}", "!broken !down", "+broken")
action("unenroll-503-once", "faults files", "one unenrollment will fail", "fault: {endpoint: unenroll, kind: status, status: 503, times: 1}", "!broken !down reg.ana", "+broken")
action("enroll-late", "faults", "one enrollment will be late", "fault: {endpoint: enroll, kind: delay, milliseconds: 5 s, times: 1}", "!broken !down", "+broken +late")
action("unenroll-late", "faults", "one unenrollment will be late", "fault: {endpoint: unenroll, kind: delay, milliseconds: 5 s, times: 1}", "!broken !down reg.ana", "+broken +late")
action("check-in-late", "faults", "one check-in will be late", "fault: {endpoint: checkin, kind: delay, milliseconds: 5 s, times: 1}", "!broken !down reg.ana", "+broken +late")
action("seconds", "faults", "five seconds pass", "advance: 5 s", "late", "-late")
action("mended", "faults apps extension files", "nothing fails any more", "clearFaults: true", "broken !late", "-broken")

# What the app says.
action("delegate-gone", "accounts", "the app takes its enrollment delegate away", "call: {app: mail, api: setDelegate, delegate: enrollment, value: none}", f"{UP} !silent", "+silent")
action("delegate-new", "accounts", "the app sets a new enrollment delegate", "call: {app: mail, api: setDelegate, delegate: enrollment, value: new}", f"{UP} silent", "-silent")
action("wipes-by-itself", "files", "the app will wipe by itself", "answers: {app: mail, wipeDataForAccount: true}", f"{ANY} !wipes-itself", "+wipes-itself")
action("leaves-wipes", "files", "the app leaves wipes to the SDK", "answers: {app: mail, wipeDataForAccount: false}", f"{ANY} wipes-itself", "-wipes-itself")

# Files.
action("file", "files identity", "write a file", "file: {app: mail, do: create, path: note.txt}", f"{ANY} !file", "+file +note-written")
action("group-file", "files", "write a shared file", f'file: {{app: mail, do: create, path: shared.txt, folder: "group:{GROUP}"}}', f"{ANY} !group-file", "+group-file")
action("copy", "files identity", "copy the file", "file: {app: mail, do: copy, path: note.txt, to: copy.txt}", f"{ANY} file !copied", "+copied")
action("rename", "files identity", "rename the file", "file: {app: mail, do: rename, path: note.txt, to: new.txt}", f"{ANY} file !renamed", "+renamed -file")
action("protect", "files identity", "give a file to ana", ["file: {app: mail, do: create, path: given.txt}", "call: {app: mail, api: protect, path: given.txt, identity: ana}"], f"{UP} reg.ana !given", "+given")
action("protect-nobody", "files identity", "give a file to nobody", ["file: {app: mail, do: create, path: free.txt}", 'call: {app: mail, api: protect, path: free.txt, identity: ""}'], f"{UP} reg.ana !free", "+free")

# Identities.
action("screen-ana", "identity", "switch the screen to ana", "call: mail.setUIPolicyIdentity(ana)", UP)
action("screen-pat", "identity", "switch the screen to pat", "call: mail.setUIPolicyIdentity(pat)", UP)
action("screen-nobody", "identity", "switch the screen to nobody", 'call: {app: mail, api: setUIPolicyIdentity, identity: ""}', UP)
action("screen-nil", "identity", "clear the screen's identity", "call: {app: mail, api: setUIPolicyIdentity, identity: null}", UP)
action("screen-ben", "identity", "switch the screen to ben", "call: mail.setUIPolicyIdentity(ben)", UP)
action("window-ana", "identity", "switch another window to ana", "call: {app: mail, api: setUIPolicyIdentity, identity: ana, window: second}", UP, "+window", EDITIONS[3:])
action("process-ana", "identity accounts files", "set the process to ana", "call: mail.setProcessIdentity(ana)", UP)
action("process-pat", "identity accounts files", "set the process to pat", "call: mail.setProcessIdentity(pat)", UP)
action("process-nil", "identity", "clear the process", "call: {app: mail, api: setProcessIdentity, identity: null}", f"{UP} several")
action("thread-ana", "identity", "set the main thread to ana", "call: {app: mail, api: setCurrentThreadIdentity, identity: ana, thread: main}", UP)
action("thread-nobody", "identity", "set the main thread to nobody", 'call: {app: mail, api: setCurrentThreadIdentity, identity: "", thread: main}', UP)
action("thread-nil", "identity", "clear the main thread", "call: {app: mail, api: setCurrentThreadIdentity, identity: null, thread: main}", UP)
action("worker-ana", "identity", "set another thread to ana", "call: {app: mail, api: setCurrentThreadIdentity, identity: ana, thread: work}", UP)
action("link-ana", "urls", "open a link of ana", 'openURL: {app: mail, url: "mail://one", identity: ana}', f"{UP} reg.ana")
action("link-nobody", "urls", "open a link of nobody", 'openURL: {app: mail, url: "mail://two"}', UP)
action("document-ana", "urls", "open a document of ana", 'openURL: {app: mail, url: "mail://three", identity: ana, document: true}', f"{UP} reg.ana")
action("pin-entered", "pin", "switch to ana, who enters the PIN", ["call: mail.setUIPolicyIdentity(pat)", "call: mail.setUIPolicyIdentity(ana)", "user: {app: mail, prompt: pin, action: enter}"], f"{UP} reg.ana pin !offline !pin-off !untargeted !wiped !unlicensed !gone")
action("pin-cancelled", "pin", "switch to ana, who cancels the PIN", ["call: mail.setUIPolicyIdentity(pat)", "call: mail.setUIPolicyIdentity(ana)", "user: {app: mail, prompt: pin, action: cancel}"], f"{UP} reg.ana pin !offline !pin-off !untargeted !wiped !unlicensed !gone")

# Settings and the device's management.
action("becomes-several", "settings", "relaunch with several identities", "relaunch: {app: mail, settings: {MultiIdentity: true}}", f"{UP} !several", "+several -one -back")
action("becomes-one", "settings identity", "relaunch with one identity", "relaunch: {app: mail, settings: {MultiIdentity: false}}", f"{UP} several", "-several +one -back")
action("becomes-required", "settings", "relaunch with policy required", "relaunch: {app: mail, settings: {MAMPolicyRequired: true}}", f"{UP} !required", "+required -back")
action("becomes-free", "settings", "relaunch without policy required", "relaunch: {app: mail, settings: {MAMPolicyRequired: false, AutoEnrollOnLaunch: false}}", f"{UP} !free-start", "-required +free-start -back")
action("becomes-auto", "launch", "relaunch with enrollment at launch", "relaunch: {app: mail, settings: {AutoEnrollOnLaunch: true}}", UP, "-free-start -back")
action("greeting", "config", "the configuration changes", "admin: {configuration: mailconfig, set: {greeting: goodbye}}", "!greeted somebody", "+greeted")
action("unconfigure", "config", "the configuration is taken away", "admin: {configuration: mailconfig, assign: []}", "!unconfigured somebody", "+unconfigured")
action("device-managed", "device", "the device is managed for ana", "device: {device: phone, managed: {mdmUser: ana, mdmVendor: intune, IntuneMAMUPN: ana}}", "alive !managed", "+managed")
action("device-free", "device launch", "the device is not managed any more", "device: {device: phone, managed: {}}", "alive managed", "-managed -only")
action("device-eve", "device", "the device is managed for eve", "device: {device: phone, managed: {mdmUser: eve, mdmVendor: intune, IntuneMAMUPN: eve}}", "alive managed !eve", "+eve")
action("only-ana", "device", "only ana may use the app", "device: {device: phone, managed: {IntuneMAMUPN: ana, IntuneMAMAllowedAccountsOnly: Enabled}}", "alive !only", "+only +managed", EDITIONS[3:])
action("only-eve", "device", "only eve may use the app", "device: {device: phone, managed: {IntuneMAMUPN: eve, IntuneMAMAllowedAccountsOnly: Enabled}}", "alive !only-eve", "+only-eve +managed", EDITIONS[3:])

# The second app and the extension.
action("docs-ana", "apps", "register ana in the second app", "call: docs.registerAndEnrollAccount(ana)", "docs !docs.ana", "+docs.ana +somebody")
action("docs-ben", "apps", "register ben in the second app", "call: docs.registerAndEnrollAccount(ben)", "docs !docs.ben", "+docs.ben +somebody")
action("docs-leaves", "apps", "deregister ana in the second app with a wipe", 'call: "docs.deRegisterAndUnenrollAccount(ana, doWipe: true)"', "docs docs.ana", "-docs.ana")
action("docs-file", "apps", "write a file in the second app", "file: {app: docs, do: create, path: note.txt}", "docs !docs-file", "+docs-file")
action("docs-relaunch", "apps", "relaunch the second app", "relaunch: docs", "docs")
action("docs-killed", "apps", "kill the second app", "kill: docs", "docs", "-docs +docs-dead")
action("docs-launch", "apps", "launch the second app", "launch: docs", "docs-dead", "+docs -docs-dead")
action("to-extension", "extension", "open the extension", ["stop: mail", "launch: {app: mail, extension: true}"], UP, "+extension")
action("from-extension", "extension", "go back to the app", ["stop: mail", "launch: {app: mail, extension: false}"], "alive extension", "-extension")
action("extension-registers", "extension", "the extension registers ben", "call: mail.registerAndEnrollAccount(ben)", "extension", "", EDITIONS[3:])
action("extension-leaves", "extension", "the extension deregisters ana", 'call: "mail.deRegisterAndUnenrollAccount(ana, doWipe: true)"', "extension reg.ana", "", EDITIONS[3:])
action("extension-file", "extension", "the extension writes a file", "file: {app: mail, do: create, path: extension.txt}", "extension !extension-file", "+extension-file")

# Data, strings and files that are protected. Actions with `answers` are judged by what the call returns.
SECRET = "The figures are secret."
for user in ("ana", "ben", "eve"):
    action(f"protect-data-{user}", "data", f"protect data for {user}", f'call: {{app: mail, api: protect, identity: {user}, data: "{SECRET}", buffer: {user}}}', UP, f"+data.{user}", answers="protected")
action("protect-data-nobody", "data", "protect data for nobody", f'call: {{app: mail, api: protect, identity: "", data: "{SECRET}", buffer: nobody}}', UP, "+data.nobody", answers="protected")
action("protect-string", "data", "protect a string for ana", f'call: {{app: mail, api: protectString, identity: ana, data: "{SECRET}", buffer: text}}', UP, "+data.text", EDITIONS[2:], answers="protected-string")
action("protect-string-eve", "data", "protect a string for eve", f'call: {{app: mail, api: protectString, identity: Eve@Fabrikam.com, data: "{SECRET}", buffer: hers}}', UP, "+data.hers", EDITIONS[2:], answers="protected-string")
action("encryption-off", "data disk", "the policy stops requiring encryption", "admin: {policy: baseline, set: {appDataEncryptionType: useDeviceSettings}}", "somebody !plain", "+plain")
action("encryption-on", "data disk", "the policy requires encryption", "admin: {policy: baseline, set: {appDataEncryptionType: afterDeviceRestart}}", "somebody plain", "-plain")
action("encrypt-file", "disk", "encrypt a file", [f'file: {{app: mail, do: create, path: secret.txt, content: "{SECRET}"}}', "call: {app: mail, api: encryptFile, path: secret.txt, identity: ana}"], f"{UP} reg.ana !secret", "+secret", EDITIONS[3:])
action("decrypt-file", "disk", "decrypt the file", "call: {app: mail, api: decryptFile, path: secret.txt}", f"{UP} secret", "", EDITIONS[3:])
action("decrypt-copy", "disk", "decrypt a copy of the file", "call: {app: mail, api: decryptFile, path: secret.txt, to: public.txt}", f"{UP} secret !public", "+public", EDITIONS[3:])
action("create-for-ana", "disk", "create a file for ana", f'call: {{app: mail, api: createFileAtPath, path: made.txt, identity: ana, data: "{SECRET}"}}', f"{UP} !made", "+made", EDITIONS[4:])
action("create-for-eve", "disk", "create a file for eve", f'call: {{app: mail, api: createFileAtPath, path: hers.txt, identity: eve, data: "{SECRET}"}}', f"{UP} !hers", "+hers", EDITIONS[4:])
action("protect-path", "disk", "protect the file again", "call: {app: mail, api: protectFileAtPath, path: made.txt, identity: ana}", f"{UP} made", "", EDITIONS[4:])
action("decrypt-path", "disk", "decrypt the file at its path", "call: {app: mail, api: decryptFileAtPath, path: made.txt}", f"{UP} made", "", EDITIONS[4:])
action("append-open", "disk", "open the file and write to it", ["call: {app: mail, api: openFileAtPath, path: made.txt}", "call: {app: mail, api: pwrite, path: made.txt, data: more, offset: 4}"], f"{UP} made", "+written", EDITIONS[4:])
action("verify", "disk", "protect a file unless it is", "call: {app: mail, api: verifyAndProtect, path: free.txt, identity: ana}", f"{UP} free", "", EDITIONS[3:])
action("truncate", "files disk", "truncate the file", "file: {app: mail, do: truncate, path: note.txt, thread: work}", f"{ANY} file")
action("append", "files disk", "append to the file", "file: {app: mail, do: append, path: note.txt, thread: work}", f"{ANY} file")
action("thread-file", "files identity threads", "write a file on another thread", "file: {app: mail, do: create, path: work.txt, thread: work}", f"{ANY} !work-file", "+work-file")
action("load-item", "disk", "receive a shared file", "call: {app: mail, api: loadItem, path: given.txt, to: received.txt}", f"{UP} given !received", "+received")
action("folder", "files", "give a folder to ana", ["file: {app: mail, do: create, path: folder/one.txt}", "call: {app: mail, api: protect, path: folder, identity: ana}"], f"{UP} reg.ana !folder", "+folder", EDITIONS[3:])
action("protect-eve", "files disk", "give the file to eve", "call: {app: mail, api: protect, path: note.txt, identity: eve}", f"{UP} file")
action("protect-again", "files disk", "give the file to ana in other letters", "call: {app: mail, api: protect, path: note.txt, identity: Ana@Contoso.com}", f"{UP} file")

# Threads and tasks.
action("work-eve", "threads", "set another thread to eve", "call: {app: mail, api: setCurrentThreadIdentity, identity: eve, thread: work}", UP)
action("work-nil", "threads", "clear another thread", "call: {app: mail, api: setCurrentThreadIdentity, identity: null, thread: work}", UP)
action("work-nobody", "threads", "set another thread to nobody", 'call: {app: mail, api: setCurrentThreadIdentity, identity: "", thread: work}', UP)
for kind, word in (("dispatchAsync", "dispatch a task"), ("dispatchSync", "dispatch a task and wait"), ("addOperation", "add an operation")):
    action(kind.lower(), "tasks", word, f"call: {{app: mail, api: {kind}, queue: queue}}", f"{UP} !held" if kind == "dispatchSync" else UP)
    action(f"{kind.lower()}-from-work", "tasks", f"{word} from another thread", f"call: {{app: mail, api: {kind}, queue: queue, thread: work}}", f"{UP} !held" if kind == "dispatchSync" else UP)
    action(f"{kind.lower()}-sets", "tasks", f"{word} that sets ana", f"call: {{app: mail, api: {kind}, queue: queue, sets: ana}}", f"{UP} !held" if kind == "dispatchSync" else UP)
action("hold-queue", "tasks", "suspend the queue", "call: {app: mail, api: suspendQueue, queue: queue}", f"{UP} !held", "+held")
action("release-queue", "tasks", "resume the queue", "call: {app: mail, api: resumeQueue, queue: queue}", f"{UP} held", "-held")

# Sign-in: overrides, libraries, remediation.
action("client", "auth", "override the client", "call: {app: mail, api: aadClientIdOverride, value: client-of-the-override}", f"{UP} !client", "+client", EDITIONS[2:])
action("client-none", "auth", "drop the client's override", 'call: {app: mail, api: aadClientIdOverride, value: ""}', f"{UP} client", "-client", EDITIONS[2:])
action("authority", "auth", "override the authority", 'call: {app: mail, api: aadAuthorityUriOverride, value: "https://login.override.com/contoso"}', f"{UP} !authority", "+authority")
action("authority-other", "auth", "override the authority in another way", 'call: {app: mail, api: aadAuthorityUriOverride, value: "https://login.other.com/contoso"}', f"{UP} authority")
action("authority-none", "auth", "drop the authority's override", "call: {app: mail, api: aadAuthorityUriOverride, value: null}", f"{UP} authority", "-authority")
action("redirect", "auth", "override the redirection", 'call: {app: mail, api: aadRedirectUriOverride, value: "msauth.override://auth"}', f"{UP} !redirect", "+redirect", EDITIONS[2:])
action("prefers-msal", "libraries", "prefer MSAL from the next launch on", "call: {app: mail, api: setUserDefault, key: IntuneMAMUseMSALOnNextLaunch, value: true}", f"{UP} !msal", "+msal")
action("prefers-adal", "libraries", "prefer ADAL from the next launch on", "call: {app: mail, api: setUserDefault, key: IntuneMAMUseMSALOnNextLaunch, value: false}", f"{UP} msal", "-msal")
for user in ("ana", "eve", "dan"):
    action(f"remediate-{user}", "libraries", f"remediate {user}", f"call: {{app: mail, api: remediateComplianceForIdentity, identity: {user}, silent: true}}", f"{UP} !offline !down !broken", f"+somebody +reg.{user}", EDITIONS[3:])
action("library-fails", "auth", "the library fails", "answers: {app: mail, authLibrary: {error: generic}}", f"{UP} !library", "+library")
action("library-works", "auth", "the library works again", "answers: {app: mail, authLibrary: null}", f"{UP} library", "-library")
action("sign-in-required", "auth", "ana has to sign in", "admin: {user: ana, set: {signInRequired: true}}", "!must somebody", "+must")
action("sign-in-not-required", "auth", "ana need not sign in any more", "admin: {user: ana, set: {signInRequired: false}}", "must", "-must")

# Odds and ends: colours, telemetry, logs, test policies.
action("color", "odds", "set a colour", 'call: {app: mail, api: accentColor, value: "#12AB9F"}', UP, "+colored", EDITIONS[3:])
action("color-other", "odds", "set another colour", 'call: {app: mail, api: backgroundColor, value: "FFFFFF"}', UP, "+colored", EDITIONS[3:])
action("color-wrong", "odds", "set a colour that is none", 'call: {app: mail, api: accentColor, value: "12345G"}', f"{UP} colored", "", EDITIONS[3:])
action("color-none", "odds", "take a colour back", "call: {app: mail, api: accentColor, value: null}", f"{UP} colored", "", EDITIONS[3:])
action("telemetry-off", "odds", "switch telemetry off", "call: {app: mail, api: telemetryEnabled, value: false}", f"{UP} !quiet", "+quiet")
action("telemetry-on", "odds", "switch telemetry on", "call: {app: mail, api: telemetryEnabled, value: true}", f"{UP} quiet", "-quiet")
action("telemetry-disabled", "odds", "relaunch with telemetry disabled", "relaunch: {app: mail, settings: {MAMTelemetryDisabled: true}}", UP, "-back")
action("telemetry-enabled", "odds", "relaunch with telemetry enabled", "relaunch: {app: mail, settings: {MAMTelemetryDisabled: false}}", UP, "-back")
action("test-policy", "odds", "set a test policy", "call: {app: mail, api: setTestPolicy, value: {pinRequired: false, allowedOutboundDataTransferDestinations: none}}", f"{UP} !tested", "+tested")
action("test-policy-gone", "odds", "take the test policy back", "call: {app: mail, api: setTestPolicy, value: null}", f"{UP} tested", "-tested")
action("debug-off", "odds", "relaunch without test policies", "relaunch: {app: mail, settings: {DebugSettingsEnabled: false}}", UP, "-back")
action("upload", "odds", "upload logs", "call: mail.sendDiagnosticInformation", f"{UP} !offline", "", EDITIONS[:2])
action("verbose", "odds", "relaunch with verbose logging", "relaunch: {app: mail, settings: {VerboseLoggingEnabled: true}}", UP, "-back")
action("splash", "odds", "relaunch with a splash of five seconds", "relaunch: {app: mail, settings: {SplashDuration: 5}}", UP, "-back")

# Names in other letters, and names that are almost the same.
action("deregister-capitals", "", "deregister ana in capitals", 'call: "mail.deRegisterAndUnenrollAccount(ANA@CONTOSO.COM, doWipe: false)"', f"{UP} reg.ana", "-reg.ana +left")
action("login-capitals", "", "log ana in in capitals", "call: mail.loginAndEnrollAccount(ANA@CONTOSO.COM)", f"{UP} !reg.ana !out.ana", "+reg.ana +somebody")
action("deregister-almost", "accounts", "deregister almost ana", 'call: "mail.deRegisterAndUnenrollAccount(ana@contoso.com.example, doWipe: true)"', f"{UP} reg.ana")
action("screen-capitals", "identity", "switch the screen to ana in capitals", "call: mail.setUIPolicyIdentity(ANA@CONTOSO.COM)", UP)
action("screen-almost", "identity", "switch the screen to almost ana", "call: mail.setUIPolicyIdentity(ana@contoso.com.example)", UP)
action("process-capitals", "identity", "set the process to ana in capitals", "call: mail.setProcessIdentity(Ana@Contoso.com)", f"{UP} several")
action("screen-never", "identity", "the app will not answer for a while", "answers: {app: mail, identitySwitchRequired: never}", f"{UP} !never", "+never")
action("screen-answers", "identity", "the app answers again", "answers: {app: mail, identitySwitchRequired: 0}", f"{UP} never", "-never")
action("screen-refuses", "identity", "the app refuses to switch", "answers: {app: mail, identitySwitchRequired: 2}", f"{UP} !never")
action("window-link", "urls", "open a link of ana in another window", 'openURL: {app: mail, url: "mail://four", identity: ana, window: second}', f"{UP} reg.ana", "", EDITIONS[3:])
action("window-nobody", "identity", "switch another window to nobody", 'call: {app: mail, api: setUIPolicyIdentity, identity: "", window: second}', UP, "+window", EDITIONS[3:])

# Configuration and places, further.
action("more-gone", "config", "one configuration is deleted", "admin: {configuration: more, delete: true}", "!more-gone somebody", "+more-gone")
action("level", "config", "a number changes", 'admin: {configuration: more, set: {level: "12", on: "false"}}', "!more-gone !level somebody", "+level")
action("default-changes", "config", "the default changes", "admin: {configuration: everyone, set: {region: south}}", "!south somebody", "+south")
action("device-configured", "device config", "the device has a configuration", 'device: {device: phone, managed: {mdmUser: ana, mdmVendor: intune, IntuneMAMUPN: ana, configuration: {region: east, level: "5"}}}', "alive", "+managed")
action("device-other", "device", "another vendor manages the device", "device: {device: phone, managed: {mdmUser: ana, mdmVendor: other, IntuneMAMUPN: ana}}", "alive", "+managed")
action("save-open", "places", "the policy opens all places", "admin: {policy: baseline, set: {saveAsBlocked: false}}", "somebody !save-open", "+save-open")
action("save-local", "places", "the policy allows local storage", "admin: {policy: baseline, set: {allowedDataStorageLocations: [localStorage, box]}}", "somebody !save-local", "+save-local")
action("no-source", "places", "the policy takes no data", "admin: {policy: baseline, set: {allowedInboundDataTransferSources: none}}", "somebody !no-source", "+no-source")
action("exempt", "places urls", "the policy exempts a scheme", 'admin: {graph: {method: PATCH, path: /beta/deviceAppManagement/iosManagedAppProtections/baseline, body: {exemptedAppProtocols: [{name: other, value: "other-app"}]}}}', "somebody !exempt", "+exempt")
action("notify", "settings places", "the policy blocks notifications", "admin: {policy: baseline, set: {notificationRestriction: block}}", "somebody !notify", "+notify")

# The same things done twice, on others' files, by the extension, in a second group.
action("delete", "files disk identity", "delete the file", "file: {app: mail, do: delete, path: note.txt}", f"{ANY} file", "-file")
action("delete-given", "files", "delete the file of ana", "file: {app: mail, do: delete, path: given.txt}", f"{ANY} given !left-files", "-given")
action("write-again", "files disk identity", "write the file again", "file: {app: mail, do: create, path: note.txt}", f"{ANY} note-written")
action("append-empty", "files disk", "append to an empty file on another thread", ['file: {app: mail, do: create, path: empty.txt, content: ""}', "file: {app: mail, do: append, path: empty.txt, thread: work}"], f"{ANY} !empty", "+empty")
action("other-group", "files", "write a file of the same path in another group", 'file: {app: mail, do: create, path: shared.txt, folder: "group:group.com.contoso.more"}', f"{ANY} group-file !other-group", "+other-group")
action("encrypt-again", "disk", "encrypt the file again", "call: {app: mail, api: encryptFile, path: secret.txt, identity: ana}", f"{UP} secret", "", EDITIONS[3:])
action("encrypt-others", "disk", "encrypt a file that belongs to eve", [f'file: {{app: mail, do: create, path: theirs.txt, content: "{SECRET}"}}', "call: {app: mail, api: protect, path: theirs.txt, identity: eve}", "call: {app: mail, api: encryptFile, path: theirs.txt, identity: ana}"], f"{UP} reg.ana !theirs", "+theirs", EDITIONS[3:])
action("create-again", "disk", "create the file again for eve", f'call: {{app: mail, api: createFileAtPath, path: made.txt, identity: eve, data: "{SECRET}"}}', f"{UP} made", "", EDITIONS[4:])
action("protect-path-nobody", "disk", "protect the file for nobody", 'call: {app: mail, api: protectFileAtPath, path: made.txt, identity: ""}', f"{UP} made", "", EDITIONS[4:])
action("seek", "disk", "write behind the end of the open file", ["call: {app: mail, api: openFileAtPath, path: made.txt}", "call: {app: mail, api: seek, path: made.txt, offset: 40}", "call: {app: mail, api: write, path: made.txt, data: end}"], f"{UP} made", "", EDITIONS[4:])
action("extension-data", "extension", "the extension protects data", f'call: {{app: mail, api: protect, identity: ana, data: "{SECRET}", buffer: extension}}', "extension", "+data.extension", EDITIONS[2:], answers="protected")
action("dispatch-other", "tasks", "dispatch a task to another queue", "call: {app: mail, api: dispatchAsync, queue: other}", UP)
action("hold-other", "tasks", "suspend another queue", "call: {app: mail, api: suspendQueue, queue: other}", f"{UP} !held-other", "+held-other")
action("dispatch-main", "tasks", "dispatch a task to the main queue", "call: {app: mail, api: dispatchAsync, queue: main, thread: work}", UP)
action("main-eve", "threads", "set the main thread to eve", "call: {app: mail, api: setCurrentThreadIdentity, identity: eve, thread: main}", UP)
action("document-stranger", "urls", "open a document of a stranger", 'openURL: {app: mail, url: "mail://five", identity: gus@example.net, document: true}', UP)
action("link-cancelled", "pin", "open a link of ana, who cancels the PIN", ["call: mail.setUIPolicyIdentity(pat)", 'openURL: {app: mail, url: "mail://six", identity: ana}', "user: {app: mail, prompt: pin, action: cancel}"], f"{UP} reg.ana pin !offline !pin-off !untargeted !wiped !unlicensed !gone")
action("compliance-asked", "pin", "the policy requires a compliant device", "admin: {policy: baseline, set: {deviceComplianceRequired: true, pinRequired: false}}", "somebody !compliance", "+compliance +pin-off")
action("blocked-retried", "pin", "switch to ana, who is blocked and tries again", ["call: mail.setUIPolicyIdentity(pat)", "call: mail.setUIPolicyIdentity(ana)", "user: {app: mail, prompt: blocked, action: retry}"], f"{UP} reg.ana compliance")

# Every walk ends like this: a day, a relaunch, a kill, so that whatever has gone wrong has time to show.
ENDING = [
    ("a retry's time passes", ["advance: 1 retry"]),
    ("a check-in's time passes", ["advance: 1 checkIn"]),
    ("relaunch", ["relaunch: mail"]),
    ("kill and launch", ["kill: mail", "launch: mail"]),
]

# A look asks a question that changes nothing: key, areas, the app asked, the step, the requirements that the answer proves, editions.
LOOKS = []


def look(key, areas, step, proves, editions=None, app="mail", when=""):
    LOOKS.append({"key": key, "areas": areas.split(), "step": step, "proves": proves, "editions": editions or EDITIONS, "app": app, "when": when.split()})


look("registered", "", "call: mail.registeredAccounts", "registered")
look("enrolled", "", "call: mail.enrolledAccount", "enrolled", EDITIONS[2:])
look("managed", "", "call: mail.isIdentityManaged(ana)", "managed")
look("ben-managed", "accounts identity", "call: mail.isIdentityManaged(ben)", "managed")
look("policy", "", "call: mail.policyForIdentity(ana)", "policy")
look("policy-of-ben", "accounts", "call: mail.policyForIdentity(ben)", "policy")
look("policy-of-eve", "accounts", "call: mail.policyForIdentity(eve)", "policy")
look("primary", "accounts settings", "call: mail.primaryUser", "primary")
look("is-on", "accounts settings", "call: mail.isManagementEnabled", "is-on", EDITIONS[2:])
look("source", "settings", "call: mail.mamPolicySource", "source", EDITIONS[2:])
look("of-mdm", "settings", "call: mail.mdmEnrolledAccount", "of-mdm", EDITIONS[3:])
look("process", "", "call: mail.getProcessIdentity", "process")
look("process-policy", "accounts files apps extension", "call: mail.policy", "own-policy")
look("main-link", "identity", 'call: {app: mail, api: isURLAllowed, url: "other-app://open", thread: main}', "main-link")
look("worker-link", "identity", 'call: {app: mail, api: isURLAllowed, url: "other-app://open", thread: work}', "worker-link")
look("link", "accounts apps settings", 'call: {app: mail, api: isURLAllowed, url: "other-app://open", identity: ana}', "link")
look("link-of-pat", "identity", 'call: {app: mail, api: isURLAllowed, url: "other-app://open", identity: pat}', "link")
look("picker", "accounts identity", "call: {app: mail, api: isDocumentPickerAllowed, mode: moveToService, identity: ana}", "picker")
look("screen", "identity", "call: mail.getUIPolicyIdentity", "screen")
look("window", "identity", "call: {app: mail, api: policyForWindow, window: second}", "window", EDITIONS[3:])
look("thread", "identity", "call: {app: mail, api: getCurrentThreadIdentity, thread: main}", "thread")
look("worker", "identity", "call: {app: mail, api: getCurrentThreadIdentity, thread: work}", "thread")
# Of several values of a key any may be returned where the kind of query does not say which (OQ-64).
# What a managed device configures stays for its user, enrolled or not, or goes with the enrollment: the documents do not say; walks that show it lack the look.
look("sets", "config", "call: mail.appConfigForIdentity(ana)", "sets", EDITIONS[2:])
look("save", "places", "call: {app: mail, api: isSaveToAllowedForLocation, location: OneDriveForBusiness, account: ana, identity: ana}", "save", EDITIONS[2:])
look("save-elsewhere", "places", "call: {app: mail, api: isSaveToAllowedForLocation, location: LocalDrive, account: null, identity: ana}", "save", EDITIONS[2:])
look("allowed", "device", "call: mail.allowedAccounts", "allowed", EDITIONS[3:])
for name, path in [("note", "note.txt"), ("copied", "copy.txt"), ("renamed", "new.txt"), ("given", "given.txt"), ("free", "free.txt")]:
    look(f"{name}-stays", "files identity", f"file: {{app: mail, do: exists, path: {path}}}", "exists", when="note-ever" if name == "note" else name)
    look(f"{name}-owner", "files identity", f"file: {{app: mail, do: owner, path: {path}}}", "owner", when="note-ever" if name == "note" else name)
look("shared-stays", "files", f'file: {{app: mail, do: exists, path: shared.txt, folder: "group:{GROUP}"}}', "exists", when="group-file")
look("extension-stays", "extension", "file: {app: mail, do: exists, path: extension.txt}", "exists", when="extension-file")
look("docs-stays", "apps", "file: {app: docs, do: exists, path: note.txt}", "exists", app="docs", when="docs-file")
look("docs-registered", "apps", "call: docs.registeredAccounts", "registered", app="docs")
look("docs-policy", "apps", "call: docs.policyForIdentity(ana)", "policy", app="docs")
look("docs-managed", "apps", "call: docs.isIdentityManaged(ana)", "managed", app="docs")
look("docs-enrolled", "apps", "call: docs.enrolledAccount", "enrolled", EDITIONS[2:], app="docs")
look("other-letters", "identity accounts", "call: mail.isIdentityManaged(ANA@CONTOSO.COM)", "managed")
look("almost", "identity accounts", "call: mail.isIdentityManaged(ana@contoso.com.example)", "managed")
look("same", "identity", "call: {app: mail, api: isIdentity, identity: ana@contoso.com, other: Ana@Contoso.COM}", "same", EDITIONS[2:])
look("not-same", "identity", 'call: {app: mail, api: isIdentity, identity: ana@contoso.com, other: "ana@contoso.com "}', "same", EDITIONS[2:])
look("capitals-policy", "identity settings", "call: mail.policyForIdentity(Ana@Contoso.com)", "policy")
look("main-policy", "identity", "call: {app: mail, api: policy, thread: main}", "own-policy")
look("work-policy", "identity threads", "call: {app: mail, api: policy, thread: work}", "own-policy")
look("web-link", "identity settings", 'call: {app: mail, api: isUniversalLinkAllowed, url: "https://example.com", identity: ana}', "web-link", EDITIONS[3:])
look("opens", "places", "call: {app: mail, api: isDocumentPickerAllowed, mode: open, identity: ana}", "picker")
for user in ("ana", "ben", "eve", "nobody"):
    look(f"data-of-{user}", "data", f"call: {{app: mail, api: unprotect, buffer: {user}}}", "unprotect", when=f"data.{user}")
    look(f"owner-of-data-of-{user}", "data", f"call: {{app: mail, api: protectionInfo, buffer: {user}}}", "data-owner", when=f"data.{user}")
for buffer in ("text", "hers"):
    look(f"string-{buffer}", "data", f"call: {{app: mail, api: unprotectString, buffer: {buffer}}}", "string", EDITIONS[2:], when=f"data.{buffer}")
    look(f"owner-of-string-{buffer}", "data", f"call: {{app: mail, api: protectionInfoForString, buffer: {buffer}}}", "string", EDITIONS[2:], when=f"data.{buffer}")
look("damaged", "data", "call: {app: mail, api: unprotect, buffer: ana, damaged: true}", "damaged", EDITIONS[2:], when="data.ana")
for path, word in (("secret.txt", "secret"), ("public.txt", "public"), ("made.txt", "made"), ("hers.txt", "hers")):
    look(f"{word}-on-disk", "disk", f'file: {{app: mail, do: onDisk, path: {path}, content: "{SECRET}"}}', "on-disk", EDITIONS[3:], when=word)
    look(f"{word}-encrypted", "disk", f"call: {{app: mail, api: isFileEncrypted, path: {path}}}", "is-encrypted", EDITIONS[3:], when=word)
    look(f"{word}-owner", "disk", f"file: {{app: mail, do: owner, path: {path}}}", "owner", EDITIONS[3:], when=word)
    look(f"{word}-stays", "disk", f"file: {{app: mail, do: exists, path: {path}}}", "exists", EDITIONS[3:], when=word)
for path, word in (("work.txt", "work-file"), ("received.txt", "received"), ("folder/one.txt", "folder")):
    look(f"{word}-owner", "files identity threads disk", f"file: {{app: mail, do: owner, path: {path}}}", "owner", when=word)
    look(f"{word}-stays", "files disk", f"file: {{app: mail, do: exists, path: {path}}}", "exists", when=word)
look("given-info", "files disk", "call: {app: mail, api: protectionInfo, path: given.txt}", "file-info", when="given-here")
look("given-item", "disk", "call: {app: mail, api: protectionInfoForItemProvider, path: given.txt}", "item", when="given-here")
look("client", "auth", "call: mail.aadClientIdOverride", "override", EDITIONS[2:])
look("authority", "auth", "call: mail.aadAuthorityUriOverride", "override")
look("redirect", "auth", "call: mail.aadRedirectUriOverride", "override", EDITIONS[2:])
look("authorities", "auth", "call: {app: mail, api: aadAuthorityUrisForIdentity, identity: ana}", "authorities", EDITIONS[2:])
look("remediating", "libraries", "call: {app: mail, api: remediationInProgressForIdentity, identity: ana}", "remediating", EDITIONS[4:])
look("accent", "odds", "call: mail.accentColor", "color", EDITIONS[3:])
look("backdrop", "odds", "call: mail.backgroundColor", "color", EDITIONS[3:])
look("telemetry", "odds", "call: mail.telemetryEnabled", "telemetry")
look("splash", "odds", "call: mail.isSplashShown", "splash")
look("left-to-app", "odds", 'call: {app: mail, api: isLeftToApp, url: "contoso-mail://one"}', "left-to-app", EDITIONS[2:])
look("not-left-to-app", "odds", 'call: {app: mail, api: isLeftToApp, url: "contoso-mailbox://one"}', "left-to-app", EDITIONS[2:])
look("pin-policy", "odds", "call: mail.policyForIdentity(ana)", "policy")
look("test-link", "odds", 'call: {app: mail, api: isURLAllowed, url: "other-app://open", identity: ana}', "link")
look("conflict", "config", "call: {app: mail, api: hasConflict, identity: ana, key: greeting}", "conflict", EDITIONS[2:])
look("last-greeting", "config", "call: {app: mail, api: stringValueForKey, identity: ana, key: greeting, queryType: 2}", "greeting", EDITIONS[2:])
look("first-greeting", "config", "call: {app: mail, api: stringValueForKey, identity: ana, key: greeting, queryType: 1}", "greeting", EDITIONS[2:])
look("level", "config", "call: {app: mail, api: numberValueForKey, identity: ana, key: level, queryType: 2}", "number", EDITIONS[2:])
look("on", "config", "call: {app: mail, api: boolValueForKey, identity: ana, key: on}", "boolean", EDITIONS[2:])
look("all-greetings", "config", "call: {app: mail, api: allStringsForKey, identity: ana, key: greeting}", "all-values", EDITIONS[2:])
look("everything", "config", "call: {app: mail, api: fullData, identity: ana}", "full", EDITIONS[2:])
look("save-box", "places", "call: {app: mail, api: isSaveToAllowedForLocation, location: Box, account: ana, identity: ana}", "save", EDITIONS[2:])
look("save-to-ben", "places", "call: {app: mail, api: isSaveToAllowedForLocation, location: SharePoint, account: ben, identity: ana}", "save", EDITIONS[2:])
look("save-of-eve", "places", "call: {app: mail, api: isSaveToAllowedForLocation, location: LocalDrive, account: null, identity: eve}", "save", EDITIONS[2:])
look("open-from", "places", "call: {app: mail, api: isOpenFromAllowedForLocation, location: SharePoint, account: ana, identity: ana}", "open-from", EDITIONS[3:])
look("open-camera", "places", "call: {app: mail, api: isOpenFromAllowedForLocation, location: Camera, account: null, identity: ana}", "open-from", EDITIONS[3:])
look("all-places", "places", "call: {app: mail, api: getSaveToLocationsForAccount, account: ana, identity: ana}", "all-places", EDITIONS[4:])
look("all-sources", "places", "call: {app: mail, api: getOpenFromLocationsForAccount, account: ana, identity: ana}", "all-sources", EDITIONS[4:])
look("policy-of-nobody", "identity", 'call: {app: mail, api: policyForIdentity, identity: ""}', "policy")
look("link-of-nobody", "identity", 'call: {app: mail, api: isURLAllowed, url: "other-app://open", identity: ""}', "link")
look("theirs-on-disk", "disk", f'file: {{app: mail, do: onDisk, path: theirs.txt, content: "{SECRET}"}}', "on-disk", EDITIONS[3:], when="theirs")
look("theirs-owner", "disk", "file: {app: mail, do: owner, path: theirs.txt}", "owner", EDITIONS[3:], when="theirs")
look("empty-owner", "files disk", "file: {app: mail, do: owner, path: empty.txt}", "owner", when="empty")
look("shared-owner", "files", f'file: {{app: mail, do: owner, path: shared.txt, folder: "group:{GROUP}"}}', "owner", when="group-file")
look("other-owner", "files", f'file: {{app: mail, do: owner, path: shared.txt, folder: "group:{GROUP}.more"}}', "owner", when="other-group")
look("extension-owner", "extension", "file: {app: mail, do: owner, path: extension.txt}", "owner", when="extension-file")
look("docs-shared-owner", "apps", f'file: {{app: docs, do: owner, path: shared.txt, folder: "group:{GROUP}"}}', "owner", app="docs", when="group-file")
