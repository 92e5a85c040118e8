"""Draws walks around something that is awaited: an answer that is late or lost, a sign-in, a PIN or a switch that is open.

Each has a beginning, what is awaited, one or two ordinary actions meanwhile, the end of it, and perhaps one more action. So it shows
what an end does to what has happened meanwhile, and what of it a later process keeps. The same seed draws the same walks.
"""

import random

from alphabet import ACTIONS, EDITIONS, WORLDS, made
from drawing import after, possible

BY_NAME = {each["name"]: each for each in ACTIONS}

ACCOUNTS = ("one-identity", "several-identities", "configured", "protected", "own-restart", "two-apps", "extension", "overridden")

# What is awaited: a name, worlds, the actions before it, its words and steps, and its end.
AWAITED = []


def awaited(name, worlds, before, words, steps, then="", end=None):
    begins = made(name, "", words, steps, then=f"{then} +late +broken")
    # A response that is lost is not waited for longer than the contract's time limit.
    end = end or (("it is given up", ["advance: 1 timeout"]) if name.endswith("-lost") else ("the answer comes", ["advance: 5 s"]))
    ends = made(name + "-end", "", end[0], end[1], then="-late -broken")
    AWAITED.append({"name": name, "worlds": worlds, "before": [BY_NAME[each] for each in before], "begins": begins, "ends": ends})


def fault(endpoint, outcome, app="mail"):
    kind = {"late": "kind: delay, milliseconds: 5 s", "lost": "kind: lost"}[outcome]
    return f"fault: {{endpoint: {endpoint}, app: {app}, {kind}, times: 1}}"


NEWS = {
    "policy": ("which brings other policy", "admin: {policy: baseline, set: {pinRequired: false, allowedOutboundDataTransferDestinations: none}}"),
    "withdrawal": ("which takes the policy away", "admin: {policy: baseline, assign: []}"),
    "wipe": ("which brings a wipe", "admin: {wipe: ana, device: phone}"),
    "licence": ("without a licence", "admin: {user: ana, set: {licensed: false}}"),
    "record": ("without a record", "admin: {registration: ana, app: mail, set: gone}"),
}

for how in ("late", "lost"):
    for endpoint, what in (("token", "token"), ("locate", "location"), ("enroll", "enrollment")):
        awaited(f"register-{endpoint}-{how}", ACCOUNTS, [], f"register ana, whose {what} is {how}",
                [fault(endpoint, how), "call: mail.registerAndEnrollAccount(ana)"], "+reg.ana +somebody")
    awaited(f"login-{how}", ACCOUNTS, [], f"log ana in, whose enrollment is {how}",
            [fault("enroll", how), "call: mail.loginAndEnrollAccount(ana)"], "+reg.ana +somebody")
    awaited(f"retry-{how}", ACCOUNTS, ["enroll-503-once", "register-ana"], f"ana is tried again, and the answer is {how}",
            [fault("enroll", how), "advance: 1 retry"])
    awaited(f"check-in-{how}", ACCOUNTS, ["register-ana"], f"a check-in is {how}", [fault("checkin", how), "advance: 1 checkIn"])
    awaited(f"check-in-token-{how}", ACCOUNTS, ["register-ana"], f"the token of a check-in is {how}", [fault("token", how), "advance: 1 checkIn"])
    awaited(f"launch-check-in-{how}", ACCOUNTS, ["register-ana", "stop"], f"launch with a check-in that is {how}",
            ["advance: 1 checkIn", fault("checkin", how), "launch: mail"], "+alive -dead -back")
    awaited(f"resumed-check-in-{how}", ACCOUNTS, ["register-ana", "suspend"], f"bring back with a check-in that is {how}",
            ["advance: 3/2 checkIn", fault("checkin", how), "foreground: mail"], "-suspended")
    for wipes in ("false", "true"):
        awaited(f"leave-{wipes}-{how}", ACCOUNTS, ["register-ana"], f"deregister ana{' with a wipe' if wipes == 'true' else ''}, and the unenrollment is {how}",
                [fault("unenroll", how), f'call: "mail.deRegisterAndUnenrollAccount(ana, doWipe: {wipes})"'], "-reg.ana +left" + (" -file" if wipes == "true" else ""))
    awaited(f"leave-beside-{how}", ACCOUNTS, ["register-ana", "register-ben"], f"deregister ana beside ben, and the unenrollment is {how}",
            [fault("unenroll", how), 'call: "mail.deRegisterAndUnenrollAccount(ana, doWipe: true)"'], "-reg.ana +left -file")
    awaited(f"wiped-{how}", ACCOUNTS, ["register-ana", "wipe-ana"], f"the unenrollment after a wipe is {how}",
            [fault("unenroll", how), "advance: 1 checkIn"], "-wiped")
    awaited(f"return-{how}", ACCOUNTS, ["register-ana", "deregister-ana"], f"register ana again, whose enrollment is {how}",
            [fault("enroll", how), "call: mail.registerAndEnrollAccount(ana)"], "+reg.ana")
    awaited(f"launch-enrollment-{how}", ("managed-device",), [], f"relaunch with enrollment at launch, which is {how}",
            [fault("enroll", how), "relaunch: {app: mail, settings: {AutoEnrollOnLaunch: true}}"], "+somebody -free-start -back")
    awaited(f"docs-{how}", ("two-apps",), ["register-ana"], f"register ana in the second app, whose enrollment is {how}",
            [fault("enroll", how, "docs"), "call: docs.registerAndEnrollAccount(ana)"], "+docs.ana")
    awaited(f"remediation-{how}", ("sign-in",), ["register-ana"], f"remediate ana, whose token is {how}",
            [fault("token", how), "call: {app: mail, api: remediateComplianceForIdentity, identity: ana}"])
for name, (words, step) in NEWS.items():
    awaited(f"check-in-{name}", ACCOUNTS, ["register-ana"], f"a late check-in, {words}", [step, fault("checkin", "late"), "advance: 1 checkIn"])
awaited("refused", ACCOUNTS, [], "register ana, whose refusal is late",
        [NEWS["licence"][1], fault("enroll", "late"), "call: mail.registerAndEnrollAccount(ana)"], "+reg.ana +somebody +unlicensed")
awaited("retry-refused", ACCOUNTS, ["enroll-503-once", "register-ana"], "ana is tried again, and the refusal is late",
        [NEWS["licence"][1], fault("enroll", "late"), "advance: 1 retry"], "+unlicensed")
awaited("unlicensed", ACCOUNTS, [], "register dan, whose refusal is late", [fault("enroll", "late"), "call: mail.registerAndEnrollAccount(dan)"], "+reg.dan +somebody")

for action, words in {"enter": "signs in", "cancel": "cancels"}.items():
    answer = (f"cleo {words}", [f"user: {{app: mail, prompt: credentials, action: {action}, identity: cleo, ifOpen: true}}"])
    awaited(f"sign-in-{action}", ("own-restart", "signed-out"), [], "log cleo in, who is asked", ["call: mail.loginAndEnrollAccount(cleo)"], end=answer)
for action, words in {"enter": "enters the PIN", "cancel": "cancels"}.items():
    answer = (f"ana {words}", [f"user: {{app: mail, prompt: pin, action: {action}, ifOpen: true}}"])
    awaited(f"pin-{action}", ("asks-for-the-pin",), ["register-ana", "screen-pat"], "switch to ana, who is asked for the PIN", ["call: mail.setUIPolicyIdentity(ana)"], end=answer)
for result, words in {0: "allows the switch", 1: "refuses the switch"}.items():
    answer = (f"the app {words}", [f"complete: {{app: mail, callback: identitySwitchRequired, result: {result}}}"])
    awaited(f"switch-{'refused' if result else 'allowed'}", ("several-identities",), ["register-ana", "screen-pat"], "open a link of ana, and the app does not answer yet",
            ["answers: {app: mail, identitySwitchRequired: never}", 'openURL: {app: mail, url: "mail://late", identity: ana}'], end=answer)

# A second is enough to tell two instants apart, and leaves the answer late.
PAUSE = made("pause", "", "a second passes", "advance: 1 s")


def may_happen(action, facts):
    """Whether an action may happen meanwhile: one that takes no time."""
    return possible(action, facts) and not any(step.startswith(("advance:", "fault:", "clearFaults:")) for step in action["steps"])


class Drawing:
    """Counts what has happened beside what, so that each walk brings something new."""

    def __init__(self, seed, common):
        self.random = random.Random(seed)
        self.common = common
        self.pairs, self.triples, self.used = {}, {}, {}

    def choose(self, place, before, world, edition, facts):
        areas = set(WORLDS[world]["areas"].split())
        choices = [each for each in ACTIONS if (not each["areas"] or areas & set(each["areas"])) and edition in each["editions"] and may_happen(each, facts)]
        def gain(each):
            pair, kind = (place, each["name"]), (before, each["name"])
            new = 2 / (1 + 3 * self.pairs.get(pair, 0)) + 1 / (1 + 2 * self.triples.get(kind, 0)) + 1 / (1 + self.used.get(each["name"], 0) / 4)
            return new * self.random.uniform(0.3, 1) * (1 if each["areas"] else self.common)
        chosen = max(choices, key=gain)
        for table, key in ((self.pairs, (place, chosen["name"])), (self.triples, (before, chosen["name"])), (self.used, chosen["name"])):
            table[key] = table.get(key, 0) + 1
        return chosen

    def walk(self, about, world, edition):
        facts, actions = set(WORLDS[world]["start"].split()), []
        def take(action):
            nonlocal facts
            actions.append(action)
            facts = after(facts, action["then"])
        for each in about["before"]:
            take(each)
        take(about["begins"])
        last = about["name"]
        for _ in range(self.random.choice((1, 1, 2, 2, 3))):
            if self.random.random() < 0.3 and actions[-1] is not PAUSE and about["ends"]["steps"][0].startswith("advance"):
                take(PAUSE)
            chosen = self.choose(about["name"], last, world, edition, facts)
            take(chosen)
            last = chosen["name"]
        # An app that is dead or stands still does not see the end.
        if "dead" in facts:
            take(BY_NAME["launch"])
        if "suspended" in facts:
            take(BY_NAME["resume"])
        take(about["ends"])
        if self.random.random() < 0.5:
            take(self.choose(about["name"] + "-end", last, world, edition, facts))
        return actions


def draw(seed, count, common=1):
    """So many walks, in turn about everything that can be awaited; each is a dictionary with its world, actions and editions.

    `common` is how much more is thought of actions that every world has: of accounts, administrators, time and the app's life.
    """
    drawing, walks = Drawing(seed, common), []
    for index in range(count):
        about = AWAITED[index % len(AWAITED)]
        turn = index // len(AWAITED)
        world = about["worlds"][(turn + index) % len(about["worlds"])]
        editions = WORLDS[world].get("editions", EDITIONS)
        edition = editions[-1] if turn % 2 == 0 else editions[(turn // 2) % len(editions)]
        walks.append({"name": about["name"], "world": world, "actions": drawing.walk(about, world, edition), "editions": [edition]})
    return walks, drawing
