"""What walks are made of: worlds, actions and looks, as data.

An action is a line of ACTIONS: name, words for the title, steps, what must be so before it, what it changes. What a walk knows is
a set of words such as `alive` or `reg.ana`; `when` names words that must be there, or not there (with `!`), and `then` adds
(`+`) and takes away (`-`) some. These words only keep steps possible and sensible: what really happens is learned from runs.
"""

EDITIONS = ["2016-09", "2016-12", "2017-11", "2020-01", "2020-06"]

USERS = ["ana", "ben", "eve", "dan"]

GROUP = "group.com.contoso"
ANSWERS = "answers: {restartApplication: true, wipeDataForAccount: false}"
SIGNED_IN = "signedIn: [ana, ben, eve, dan]"
CONFIGURATIONS = (
    "configurations: {mailconfig: {assign: [staff], apps: [mail, docs], settings: {greeting: hello}}, "
    "everyone: {default: true, assign: [], settings: {greeting: welcome, region: north}}}"
)

# A world: what is there before the first step. `areas` says which actions and looks belong to it beside those of all.
WORLDS = {
    "one-identity": {
        "suite": "accounts", "words": "", "start": "alive one",
        "given": f"{{apps: {{mail: {{settings: {{AppGroupIdentifiers: [{GROUP}]}}, {SIGNED_IN}, {ANSWERS}}}}}}}",
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
                 f"AppGroupIdentifiers: [{GROUP}]}}, {SIGNED_IN}, {ANSWERS}}}}}}}",
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
    "two-apps": {
        "suite": "apps", "words": "of two apps", "start": "alive one docs",
        "given": f"{{apps: {{mail: {{settings: {{AppGroupIdentifiers: [{GROUP}]}}, {SIGNED_IN}, {ANSWERS}}}, docs: {{settings: "
                 f"{{AppGroupIdentifiers: [{GROUP}]}}, {SIGNED_IN}, {ANSWERS}}}}}}}",
        "steps": ["launch: mail", "launch: docs"], "areas": "apps files", "weight": 3,
    },
    "extension": {
        "suite": "apps", "words": "with an extension", "start": "alive one",
        "given": f"{{apps: {{mail: {{settings: {{AppGroupIdentifiers: [{GROUP}]}}, {SIGNED_IN}, {ANSWERS}}}}}}}",
        "steps": ["launch: mail"], "areas": "extension files", "weight": 2, "editions": EDITIONS[2:],
    },
}

UP = "alive !suspended !extension"
ANY = "alive !suspended"

# name, areas ("" is all), words, steps, when, then [, editions]
ACTIONS = []


def action(name, areas, words, steps, when="", then="", editions=None):
    ACTIONS.append({
        "name": name, "areas": areas.split(), "words": words, "steps": steps if isinstance(steps, list) else [steps],
        "when": when.split(), "then": then.split(), "editions": editions or EDITIONS,
    })


# Accounts come and go.
for user in USERS:
    action(f"register-{user}", "" if user in ("ana", "ben") else "accounts apps", f"register {user}", f"call: mail.registerAndEnrollAccount({user})",
           f"{UP} !reg.{user}", f"+reg.{user} +somebody")
    action(f"login-{user}", "accounts extension settings", f"log {user} in", f"call: mail.loginAndEnrollAccount({user})",
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
action("record-gone", "accounts launch apps", "ana's record is gone", "admin: {registration: ana, app: mail, set: gone}", "reg.ana !gone !wiped", "+gone", EDITIONS[1:])
action("reenroll", "accounts launch", "the service wants ana enrolled again", "admin: {registration: ana, app: mail, set: reenroll}", "reg.ana !gone !wiped", "+gone")
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
action("launch-behind", "accounts files", "launch in the background", "launch: {app: mail, state: background}", "dead", "+alive -dead +back")
action("stop", "accounts launch apps", "close", "stop: mail", UP, "-alive -back +dead")
action("suspend", "accounts settings identity", "suspend", "suspend: mail", f"{UP} somebody", "+suspended")
action("resume", "accounts settings identity", "bring back", "foreground: mail", "suspended", "-suspended")
action("background", "accounts apps identity", "go to the background", "background: mail", f"{UP} !back", "+back")
action("foreground", "accounts apps identity", "come to the foreground", "foreground: mail", f"{UP} back", "-back")
action("upgrade", "accounts settings files", "upgrade", 'upgrade: {app: mail, appVersion: "2.0"}', f"{UP} !upgraded", "+upgraded -back")
action("reinstall", "accounts launch apps", "install again with the keychain kept", "reinstall: {app: mail, keychain: kept}", f"{UP} !reinstalled", "+reinstalled -file -back")
action("killed-in-check-in", "accounts launch files", "killed in a check-in, and launched", ["kill: {app: mail, request: checkin, point: applied}", "advance: 1 checkIn", "launch: mail"], f"{UP} reg.ana !offline !down !broken", "-back")
action("killed-in-status", "accounts", "killed when a check-in is reported, and launched", ["kill: {app: mail, callback: policyRequest}", "advance: 1 checkIn", "launch: mail"], f"{UP} reg.ana !offline !down !broken", "-back")

# The device and the service.
action("clock-ahead", "clock", "the clock is set three days ahead", "device: {device: phone, wallClock: 3 d}", "!ahead", "+ahead -behind")
action("clock-back", "clock", "the clock is set back by three hours", "device: {device: phone, wallClock: -3 h}", "!behind", "+behind -ahead")
action("offline", "accounts settings files", "the network goes", "offline: phone", "!offline somebody", "+offline")
action("online", "", "the network is back", "online: phone", "offline", "-offline")
action("down", "faults", "the service goes down", "service: kill", "!down !offline somebody !docs", "+down")
action("up", "faults", "the service is back", "service: start", "down", "-down")
action("restart-service", "accounts apps", "the service restarts", "service: restart", "!down somebody")
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
action("file", "files identity", "write a file", "file: {app: mail, do: create, path: note.txt}", f"{ANY} !file", "+file")
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
action("process-ana", "identity", "set the process to ana", "call: mail.setProcessIdentity(ana)", f"{UP} several")
action("process-pat", "identity", "set the process to pat", "call: mail.setProcessIdentity(pat)", f"{UP} several")
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
look("greeting", "config", "call: {app: mail, api: stringValueForKey, identity: ana, key: greeting}", "greeting", EDITIONS[2:])
look("region", "config", "call: {app: mail, api: stringValueForKey, identity: ana, key: region}", "greeting", EDITIONS[2:])
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
