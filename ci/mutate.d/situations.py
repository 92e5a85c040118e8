"""Situations of an app in which a bug may show and otherwise not; ci/mutate-second copies this file beside the second SDK."""

import sys

PRESENT = [None, "foreground"]  # the SDK of this process, and the state of its app


def begin(sdk, state):
    PRESENT[:] = [sdk, state]


def kinds(sdk):
    current = sdk.host.current
    return {task.kind for task in sdk.host.tasks if task is not current}


def names(sdk):
    found = [one["identity"] for one in sdk.state["accounts"]]
    return found + [sdk.state["enrollment"]["identity"]] if sdk.state["enrollment"] else found


SITUATIONS = {
    "in the background": lambda sdk: PRESENT[1] != "foreground",
    "with a second account": lambda sdk: len(sdk.state["accounts"]) > 1,
    "while somebody is enrolled": lambda sdk: sdk.state["enrollment"] is not None,
    "while nobody is enrolled": lambda sdk: sdk.state["enrollment"] is None,
    "while enrolled without policy": lambda sdk: bool(sdk.state["enrollment"]) and sdk.policy is None,
    "with a prompt open": lambda sdk: bool(sdk.host.prompts),
    "before the app has started": lambda sdk: not sdk.started,
    "while a user is leaving": lambda sdk: bool(sdk.state["departure"]),
    "after a user has left in this process": lambda sdk: bool(sdk.left),
    "beside an attempt": lambda sdk: "attempt" in kinds(sdk),
    "beside a check-in": lambda sdk: "checkin" in kinds(sdk),
    "beside a switch": lambda sdk: bool(sdk.busy),
    "beside a remediation": lambda sdk: sdk.compliance_runs or bool(sdk.state.get("compliance")),
    "in a later process": lambda sdk: sdk.was_later,
    "in an extension": lambda sdk: sdk.extension,
    "without MultiIdentity": lambda sdk: not sdk.multi,
    "beside another app": lambda sdk: len(sdk.keychain.read("com.microsoft.intune.mam").get("apps", {})) > 1,
    "with an override": lambda sdk: bool(sdk.state["overrides"]),
    "with a test policy": lambda sdk: sdk.test_policy is not None,
    "with capitals in a name": lambda sdk: any(name != name.lower() for name in names(sdk)),
    "as another identity": lambda sdk: bool(sdk.own_process_identity) and sdk.own_process_identity != sdk.enrolled,
    "a day after the launch": lambda sdk: sdk.host.now - sdk.launched_at > 86_000_000,
    "before the launch by the clock": lambda sdk: sdk.host.now < sdk.launched_at,
    "with configuration": lambda sdk: bool((sdk.state["enrollment"] or {}).get("config")),
    "on a managed device": lambda sdk: bool(sdk.managed),
    "with a required policy": lambda sdk: sdk.required,
}


def holds(name):
    """True if the app is in a situation; false as long as there is no SDK, or it is not ready."""
    try:
        return bool(SITUATIONS[name](PRESENT[0]))
    except (AttributeError, TypeError, KeyError):
        return False


def mask():
    """The situations of now, a bit for each."""
    return sum(1 << position for position, name in enumerate(SITUATIONS) if holds(name))


def watch(app):
    """Notes the SDK of each app, whether its process is the first of the app, and the state of the app."""
    launch, lifecycle = app.launch, app.lifecycle

    def launched(self, args):
        PRESENT[:] = [None, args.get("state") or "foreground"]
        process = sys.modules["sdk.process"]
        create = process.SDK.__init__

        def created(sdk, host, owner, found):
            sdk.was_later = process.os.path.exists(process.os.path.join(found["dataFolder"], "sdk-state.json"))
            PRESENT[0] = sdk
            create(sdk, host, owner, found)

        if not getattr(process.SDK, "is_watched", False):
            process.SDK.is_watched, process.SDK.__init__ = True, created
        launch(self, args)

    def changed(self, state):
        PRESENT[1] = state
        lifecycle(self, state)

    app.launch, app.lifecycle = launched, changed
