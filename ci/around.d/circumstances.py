"""What happens besides, in most cases without a consequence for what the case is about."""

from cases import Plain, Quoted

NOTHING = {"advance": Plain("0 ms")}


def call(text):
    return {"call": Quoted(text)}


def circumstances(app, edition):
    """The steps of each circumstance for an app: {name: (first, second, the places where it may be put in)}."""
    found = {
        "in-the-background": ({"background": Plain(app)}, NOTHING, "any"),
        "away-and-back": ({"background": Plain(app)}, {"foreground": Plain(app)}, "any"),
        "clock-ahead": ({"device": {"device": Plain("phone"), "wallClock": Plain("5 h")}}, NOTHING, "any"),
        "clock-behind": ({"device": {"device": Plain("phone"), "wallClock": Plain("-3 h")}}, NOTHING, "any"),
        "as-somebody-else": (call(f"{app}.setProcessIdentity(guest@example.net)"), NOTHING, "any"),
        "as-an-unmanaged-colleague": (call(f"{app}.setProcessIdentity(dan@contoso.com)"), NOTHING, "any"),
        "beside-a-sign-in": (call(f"{app}.loginAndEnrollAccount(cleo@contoso.com)"), NOTHING, "any"),
        "with-a-refused-account": (call(f"{app}.registerAndEnrollAccount(dan@contoso.com)"), NOTHING, "any"),
        "with-an-account-without-a-token": (call(f"{app}.registerAndEnrollAccount(eve@fabrikam.com)"), NOTHING, "any"),
        "in-the-next-process": ({"relaunch": Plain(app)}, NOTHING, "later"),
        "a-day-later": ({"advance": Plain("25 h")}, NOTHING, "first"),
        "behind-another-user": (call(f"{app}.registerAndEnrollAccount(ana@contoso.com)"),
                                call(f"{app}.deRegisterAndUnenrollAccount(ana@contoso.com, doWipe: false)"), "first"),
        "on-a-managed-device": ({"device": {"device": Plain("phone"), "managed": {"configuration": {"around": Plain("blue")}}}}, NOTHING, "any"),
        "beside-another-app": ({"launch": Plain("docs" if app != "docs" else "mail")},
                               call(f"{'docs' if app != 'docs' else 'mail'}.registerAndEnrollAccount(ana@contoso.com)"), "any"),
        "with-capitals": (NOTHING, NOTHING, "name"),
        "after-an-outage": ({"offline": Plain("phone")}, {"online": Plain("phone")}, "any"),
        "after-a-restart-of-the-service": ({"service": Plain("restart")}, NOTHING, "any"),
        "as-nobody": ({"call": {"app": Plain(app), "api": Plain("setProcessIdentity"), "identity": Quoted("")}}, NOTHING, "any"),
        "in-a-thread-of-somebody-else": (call(f"{app}.setCurrentThreadIdentity(guest@example.net)"), NOTHING, "any"),
        "after-a-cancelled-sign-in": (call(f"{app}.loginAndEnrollAccount(cleo@contoso.com)"),
                                      {"user": {"app": Plain(app), "prompt": Plain("credentials"), "action": Plain("cancel"),
                                                "ifOpen": Plain("true")}}, "any"),
        "in-a-new-installation": ({"reinstall": {"app": Plain(app), "keychain": Plain("kept")}}, NOTHING, "first"),
        "after-an-upgrade": ({"upgrade": {"app": Plain(app), "appVersion": Quoted("9.9")}}, NOTHING, "later"),
    }
    if edition >= "2017-11":
        found["with-an-override"] = ({"call": {"app": Plain(app), "api": Plain("aadRedirectUriOverride"), "value": Quoted("msauth.around://auth")}},
                                     NOTHING, "any")
    if edition >= "2020-01":
        found["beside-a-remediation"] = (call(f"{app}.remediateComplianceForIdentity(dan@contoso.com, silent: true)"), NOTHING, "any")
    return found
