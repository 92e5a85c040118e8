"""What happens besides, in most cases without a consequence for what the case is about."""

from cases import Plain, Quoted

NOTHING = {"advance": Plain("0 ms")}


def call(text):
    return {"call": Quoted(text)}


def admin(**change):
    return {"admin": change}


def circumstances(app, edition):
    """What happens in each circumstance of an app: {name: (the steps, the places where it may be put in)}."""
    other = "docs" if app != "docs" else "mail"
    settings = {"set": {"managedBrowserToOpenLinksRequired": Plain("false")}}
    register, leave = call(f"{app}.registerAndEnrollAccount(ana@contoso.com)"), call(f"{app}.deRegisterAndUnenrollAccount(ana@contoso.com, doWipe: false)")
    sign_in = call(f"{app}.loginAndEnrollAccount(cleo@contoso.com)")
    check_in = {"advance": Plain("1 checkIn")}
    failing = {"endpoint": Plain("checkin"), "app": Plain(app), "times": Plain("1"), "kind": Plain("status")}
    found = {
        "in-the-background": ([{"background": Plain(app)}], "any"),
        "away-and-back": ([{"background": Plain(app)}, {"foreground": Plain(app)}], "any"),
        "clock-ahead": ([{"device": {"device": Plain("phone"), "wallClock": Plain("5 h")}}], "any"),
        "clock-behind": ([{"device": {"device": Plain("phone"), "wallClock": Plain("-3 h")}}], "any"),
        "as-somebody-else": ([call(f"{app}.setProcessIdentity(guest@example.net)")], "any"),
        "as-an-unmanaged-colleague": ([call(f"{app}.setProcessIdentity(dan@contoso.com)")], "any"),
        "beside-a-sign-in": ([sign_in], "any"),
        "with-a-refused-account": ([call(f"{app}.registerAndEnrollAccount(dan@contoso.com)")], "any"),
        "with-an-account-without-a-token": ([call(f"{app}.registerAndEnrollAccount(eve@fabrikam.com)")], "any"),
        "in-the-next-process": ([{"relaunch": Plain(app)}], "later"),
        "launched-in-the-background": ([{"relaunch": {"app": Plain(app), "state": Plain("background")}}, {"foreground": Plain(app)}], "later"),
        "a-day-later": ([{"advance": Plain("25 h")}], "first"),
        "behind-another-user": ([register, leave], "first"),
        "behind-a-wiped-user": ([register, admin(wipe=Plain("ana"), device=Plain("phone")), check_in], "first"),
        "with-a-returned-user": ([leave, register], "later"),
        "after-a-re-enrollment": ([admin(registration=Plain("ana"), app=Plain(app), set=Plain("reenroll")), check_in], "later"),
        "after-a-change-of-policy": ([admin(policy=Plain("baseline"), **settings), check_in], "later"),
        "after-the-return-of-policy": ([admin(policy=Plain("baseline"), assign=[]), check_in,
                                        admin(policy=Plain("baseline"), assign=[Plain("staff"), Plain("partners")]), check_in], "later"),
        "after-a-failed-check-in": ([{"fault": {**failing, "status": Plain("503")}}, check_in], "later"),
        "after-a-refused-token": ([{"fault": {**failing, "status": Plain("401")}}, check_in], "later"),
        "with-an-overdue-account": ([call(f"{app}.registerAndEnrollAccount(dan@contoso.com)"), {"suspend": Plain(app)},
                                     {"advance": Plain("25 h")}, {"foreground": Plain(app)}], "first"),
        "on-a-managed-device": ([{"device": {"device": Plain("phone"), "managed": {"configuration": {"around": Plain("blue")}}}}], "any"),
        "beside-another-app": ([{"launch": Plain(other)}, call(f"{other}.registerAndEnrollAccount(ana@contoso.com)")], "any"),
        "with-capitals": ([], "name"),
        "after-an-outage": ([{"offline": Plain("phone")}, {"online": Plain("phone")}], "any"),
        "after-a-restart-of-the-service": ([{"service": Plain("restart")}], "any"),
        "as-nobody": ([{"call": {"app": Plain(app), "api": Plain("setProcessIdentity"), "identity": Quoted("")}}], "any"),
        "in-a-thread-of-somebody-else": ([call(f"{app}.setCurrentThreadIdentity(guest@example.net)")], "any"),
        "after-a-cancelled-sign-in": ([sign_in, {"user": {"app": Plain(app), "prompt": Plain("credentials"), "action": Plain("cancel"),
                                                          "ifOpen": Plain("true")}}], "any"),
        "after-the-end-of-policy": ([admin(policy=Plain("baseline"), assign=[]), check_in], "later"),
        "without-policy": ([admin(policy=Plain("baseline"), assign=[])], "first"),
        "with-configuration": ([], "configuration"),
        "with-a-test-policy": ([{"call": {"app": Plain(app), "api": Plain("setTestPolicy"), "value": {"maximumPinRetries": Plain("5")}}}], "any"),
        "behind-a-test-policy": ([{"call": {"app": Plain(app), "api": Plain("setTestPolicy"), "value": {"pinRequired": Plain("true")}}},
                                  {"call": {"app": Plain(app), "api": Plain("setTestPolicy"), "value": Plain("null")}}], "any"),
        "beside-a-switch": ([{"answers": {"app": Plain(app), "conditionalLaunch": Plain("ask")}}, call(f"{app}.setUIPolicyIdentity(ana@contoso.com)"),
                             {"answers": {"app": Plain(app), "conditionalLaunch": Plain("pass")}}], "later"),
        "during-a-departure": ([{"fault": {"endpoint": Plain("unenroll"), "app": Plain(app), "kind": Plain("unanswered"), "times": Plain("1")}},
                                call(f"{app}.registerAndEnrollAccount(ben@contoso.com)"),
                                call(f"{app}.deRegisterAndUnenrollAccount(ben@contoso.com, doWipe: false)")], "first"),
        "behind-a-colleague": ([call(f"{app}.registerAndEnrollAccount(ben@contoso.com)"),
                                call(f"{app}.deRegisterAndUnenrollAccount(ben@contoso.com, doWipe: true)")], "first"),
        "killed-and-back": ([{"kill": Plain(app)}, {"launch": Plain(app)}], "later"),
        "asleep-for-an-hour": ([{"suspend": Plain(app)}, {"advance": Plain("1 h")}, {"foreground": Plain(app)}], "any"),
        "registered-again": ([register], "later"),
        "in-a-thread-of-the-user": ([call(f"{app}.setCurrentThreadIdentity(ana@contoso.com)")], "any"),
        "with-slow-answers": ([{"fault": {"endpoint": Plain("checkin"), "app": Plain(app), "kind": Plain("delay"), "milliseconds": Plain("5 s")}}], "any"),
        "after-three-check-ins": ([{"advance": Plain("3 checkIn")}], "later"),
        "after-the-same-policy": ([admin(policy=Plain("baseline"), set={"pinRequired": Plain("true")}), check_in], "later"),
        "a-year-ahead": ([{"device": {"device": Plain("phone"), "wallClock": Plain("8760 h")}}], "any"),
        "in-an-extension": ([], "launch"),
        "with-app-groups": ([], "launch"),
        "in-a-new-installation": ([{"reinstall": {"app": Plain(app), "keychain": Plain("kept")}}], "first"),
        "after-an-upgrade": ([{"upgrade": {"app": Plain(app), "appVersion": Quoted("9.9")}}], "later"),
    }
    if edition >= "2017-11":
        found["with-an-override"] = ([{"call": {"app": Plain(app), "api": Plain("aadRedirectUriOverride"), "value": Quoted("msauth.around://auth")}}], "any")
    if edition >= "2020-01":
        remediate = call(f"{app}.remediateComplianceForIdentity(dan@contoso.com, silent: true)")
        found["beside-a-remediation"] = ([remediate], "any")
        found["after-a-remediation"] = ([remediate, {"advance": Plain("2 s")}], "any")
    return found
