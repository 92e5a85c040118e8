"""Learns from runs what every SDK that keeps the contract shows in a walk: what differs between two of them is no fact."""

import json

from facts import BY_NAME, EVENTS, POLICY_MEMBERS, REQUESTS, proves_absent, proves_answer, proves_event, proves_request, proves_total
from laying import duration, milliseconds, plus, words

UPN = {"ana@contoso.com": "ana", "ben@contoso.com": "ben", "cleo@contoso.com": "cleo", "dan@contoso.com": "dan", "eve@fabrikam.com": "eve", "pat@example.org": "pat"}
INTERVALS = {"retry": duration("1 retry"), "checkIn": duration("1 checkIn"), "timeout": duration("1 timeout")}


def name(value):
    return UPN.get(value.lower(), value.lower()) if isinstance(value, str) else value


def scalar(value):
    """A value as flow YAML."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {scalar(each)}" for key, each in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(scalar, value)) + "]"
    if isinstance(value, str) and (value == "" or not all(letter.isalnum() or letter in "-_@./" for letter in value) or value in ("null", "true", "false") or value.isdigit()):
        return json.dumps(value)
    return str(value)


class Observation:
    """What one run of one case has shown: the records of each window and the answer to each look."""

    def __init__(self, result, raw, numbers):
        records = [json.loads(line) for line in raw.splitlines()]
        self.numbers = numbers
        self.start = records[0]["t"] if records else 0
        self.windows, self.answers, self.records = {}, {}, records
        for check in result["checks"]:
            seen = check.get("looked")
            if not seen:
                continue
            slice_ = records[seen["first"] - 1:seen["first"] - 1 + seen["count"]]
            if "-" not in check["id"]:
                self.windows[check["id"]] = slice_
            elif slice_ and slice_[-1]["kind"] == "result":
                self.answers[check["id"]] = slice_[-1].get("fields", {}).get("value")


def found(records):
    """Events and requests of a window by what they are and whom they are about."""
    groups = {}
    for record in records:
        fields = record.get("fields", {})
        if record["kind"] == "event" and record["name"] in EVENTS:
            about, demanded = EVENTS[record["name"]]
            members = {key: name(fields.get(key)) if key == "identity" else fields.get(key) for key in about + demanded}
        elif record["kind"] == "request" and record["name"] in REQUESTS:
            about, demanded = ("subject",), ()
            members = {"subject": name(fields.get("subject"))}
        else:
            continue
        key = (record["kind"], record["name"], record["app"], tuple(members[each] for each in about))
        groups.setdefault(key, []).append((record["t"], members))
    return groups


class Fact:
    """A check in the making: its ID, what it demands, what it proves."""

    def __init__(self, id_, text, proves, kind):
        self.id, self.text, self.proves, self.kind = id_, text, proves, kind

    def key(self):
        return (self.id, self.text, tuple(self.proves))


SHORT = {"enrollmentRequest": "enrollment", "policyRequest": "policy-status", "unenrollRequest": "unenrollment", "restartApplication": "restart",
         "wipeDataForAccount": "wipe", "identitySwitchRequired": "switch", "addIdentity": "added", "appStarted": "started", "openedURL": "opened",
         "conditionalLaunch": "launch-check"}


def id_word(value):
    text = "".join(letter if letter.isalnum() else "-" for letter in str(value).lower())
    return "-".join(part for part in text.split("-") if part)


def when(key, about, observations, times, instants):
    """The symbolic time of a record that comes once in every run, or None."""
    interval = "checkIn" if key[1] in ("policyRequest", "checkin") else "retry"
    order = [interval] + [each for each in ("retry", "checkIn", "timeout") if each != interval]
    candidates = [plus(begin, INTERVALS[each]) for each in order for begin in instants] + [about["end"], about["begin"]]
    for candidate in candidates:
        if all(milliseconds(candidate, seen.numbers) == time for seen, time in zip(observations, times)):
            return candidate
    return None


def window_facts(id_, about, observations, instants, apps, areas):
    groups = [found(seen.windows[id_]) for seen in observations]
    keys = sorted({key for each in groups for key in each}, key=str)
    facts, named = [], {}
    for key in keys:
        kind, word, app, _ = key
        counts = [len(each.get(key, [])) for each in groups]
        everything = [members for each in groups for _, members in each.get(key, [])]
        demanded = {}
        for member in everything[0]:
            values = []
            for members in everything:
                if members[member] not in values:
                    values.append(members[member])
            if len(values) == 1 and (values[0] is not None or member in ("identity", "subject")):
                demanded[member] = values[0]
            elif member == "statusCode" and len(values) <= 3 and len({code < 200 for code in values}) == 1:
                demanded[member] = sorted(values)
        named.setdefault((kind, word, app), set()).add(str(everything[0].get("identity")))
        if min(counts) == 0:
            continue
        if kind == "event":
            proves = proves_event(word, demanded, about)
            if word == "enrollmentRequest" and demanded.get("didSucceed") is True:
                demanded.pop("statusCode", None)
            if word == "notification" and demanded["name"] == "IntuneMAMAllowedAccountsDidChangeNotification":
                demanded.pop("object", None)
        else:
            proves = proves_request(word, about)
        if not proves:
            continue
        shown = {member: {"in": value} if isinstance(value, list) else value for member, value in demanded.items() if member != "at"}
        text = f"{kind}: {word}, {'app' if kind == 'event' else 'by'}: {app}" + "".join(f", {member}: {scalar(value)}" for member, value in shown.items())
        if len(set(counts)) > 1:
            text += f", count: {{min: {min(counts)}, max: {max(counts)}}}"
        elif counts[0] > 1:
            text += f", count: {counts[0]}"
        if counts == [1] * len(counts) and about["what"] == "time":
            times = [each[key][0][0] - seen.start for seen, each in zip(observations, groups)]
            time = when(key, about, observations, times, instants)
            if time is not None:
                text += f", at: {words(time)}"
                instants.append(time)
        whom = everything[0].get("identity", everything[0].get("subject"))
        extra = everything[0].get("check") or everything[0].get("kind")
        part = SHORT.get(word, word.lower() if kind == "event" else f"{word}-request")
        if word == "notification":
            part = id_word(demanded["name"].removeprefix("IntuneMAM").removesuffix("DidChangeNotification")) + "-notice"
        full = "-".join(each for each in (id_, part, id_word(extra) if extra else "", id_word(whom) if whom else "nobody" if whom == "" else "", "" if app == "mail" else app) if each)
        facts.append(Fact(full, f"expect: {{{text}}}", proves, part))
        # Of several, each has its instant.
        if about["what"] == "time" and max(counts) > 1:
            for index in range(min(min(counts), 3)):
                for candidate in [plus(begin, INTERVALS["retry" if word in ("enroll", "enrollmentRequest") else "checkIn"]) for begin in instants]:
                    if all(sum(milliseconds(candidate, seen.numbers) == time - seen.start for time, _ in each[key]) == 1 for seen, each in zip(observations, groups)) \
                            and milliseconds(candidate, observations[0].numbers) == groups[0][key][index][0] - observations[0].start:
                        instants.append(candidate)
                        plain = f"{kind}: {word}, {'app' if kind == 'event' else 'by'}: {app}" + "".join(f", {member}: {scalar(value)}" for member, value in shown.items())
                        facts.append(Fact(f"{full}-{index + 1}", f"expect: {{{plain}, at: {words(candidate)}}}", proves, part + "-at"))
                        break
    # What no run shows, and some sentence forbids; and whom what is there is not about. Each is a check of its own, so that
    # a failure blames what it should.
    candidates = ["enrollmentRequest", "policyRequest", "unenrollRequest", "restartApplication", "wipeDataForAccount", "notification", "prompt", "conditionalLaunch"]
    if "identity" in areas or "urls" in areas:
        candidates += ["identitySwitchRequired", "completion"]
    if "launch" in areas:
        candidates += ["addIdentity", "appStarted"]
    for app in apps:
        suffix = "" if app == "mail" else f"-{app}"
        for kind, words_, by in [("event", candidates, "app"), ("request", REQUESTS, "by")]:
            for word in words_:
                proves = proves_absent(word, about)
                short = SHORT.get(word, word.lower() if kind == "event" else f"{word}-request")
                if (kind, word, app) in named or not proves:
                    continue
                extra = ", name: IntuneMAMPolicyDidChangeNotification" if word == "notification" else ""
                facts.append(Fact(f"{id_}-no-{short}{suffix}", f"none: {{{kind}: {word}, {by}: {app}{extra}}}", proves, f"no-{short}"))
        for word in ("enrollmentRequest", "policyRequest", "unenrollRequest", "wipeDataForAccount"):
            whom = named.get(("event", word, app), set())
            if len(whom) == 1 and "None" not in whom:
                text = f"none: {{event: {word}, app: {app}, identity: {{not: {scalar(next(iter(whom)))}}}}}"
                facts.append(Fact(f"{id_}-{SHORT[word]}-of-nobody-else{suffix}", text, proves_absent(word, about), "nobody-else"))
    return facts


def total_facts(about, observations, apps, areas):
    """How often everything came in the whole walk: whatever came once too often, or not at all, is seen here."""
    facts = []
    for app in apps:
        suffix = "" if app == "mail" else f"-{app}"
        for kind, word in [("event", each) for each in EVENTS] + [("request", each) for each in REQUESTS]:
            counts = {sum(record["kind"] == kind and record["name"] == word and record["app"] == app
                          and (word != "notification" or record["fields"]["name"] == "IntuneMAMPolicyDidChangeNotification")
                          for record in seen.records if "app" in record) for seen in observations}
            if max(counts) - min(counts) > 1 or word in ("openedURL",):
                continue
            proves = proves_total(word, about)
            if not proves:
                continue
            extra = ", name: IntuneMAMPolicyDidChangeNotification" if word == "notification" else ""
            pattern = f"{kind}: {word}, {'app' if kind == 'event' else 'by'}: {app}{extra}"
            if counts == {0}:
                text = f"none: {{{pattern}}}"
            elif len(counts) == 1:
                text = f"expect: {{{pattern}, count: {counts.pop()}}}"
            else:
                text = f"expect: {{{pattern}, count: {{min: {min(counts)}, max: {max(counts)}}}}}"
            short = SHORT.get(word, word.lower() if kind == "event" else f"{word}-request") + suffix
            facts.append(Fact(f"all-{short}", f"{text}, over: case", proves, "all-" + short))
    if "odds" in areas:
        facts.append(Fact("all-logs", 'none: {event: log, app: mail, level: {not: verbose}, message: {contains: "@contoso.com"}}, over: case', ["DBG-023"], "all-logs"))
    return facts


def answer_fact(id_, look, about, observations):
    values = []
    for seen in observations:
        value = seen.answers[id_]
        if "policy" in look["step"].lower() and isinstance(value, dict):
            value = {member: value[member] for member in POLICY_MEMBERS if member in value}
        api = look["step"].split("mail.")[-1].split("docs.")[-1].split("(")[0] if "api:" not in look["step"] else look["step"].split("api: ")[1].split(",")[0].rstrip("}")
        if "do: owner" in look["step"]:
            api = "owner"
        if api in BY_NAME:
            value = sorted(name(each) for each in value) if isinstance(value, list) else name(value)
        # Only the authority that is tried first is promised (AUTH-032), and only if the app has named it: an SDK has its own default.
        if api == "aadAuthorityUrisForIdentity":
            if not value or "microsoftonline" in value[0]:
                return None
            value = {"first": value[0]}
        if value not in values:
            values.append(value)
    if len(values) > 2 or (len(values) == 2 and True in values and False in values):
        return None
    # One that is there for some and not for others is a choice that says little; nothing and the empty text are the same.
    if len(values) == 2 and not (set(map(str, values)) <= {"None", "", "[]"} or None in values):
        return None
    if None in values and "" not in values and api in ("enrolledAccount", "mdmEnrolledAccount", "primaryUser"):
        values.insert(values.index(None) + 1, "")
    if values == [[]] and api == "fullData":
        values = [None, []]
    # A colour is returned as it was set, with or without its hash sign.
    if api in ("accentColor", "backgroundColor") and len(values) == 1 and values[0]:
        plain = values[0].lstrip("#")
        values = ["#" + plain, plain]
    # Where none is set, any other string may stand for the default.
    is_no_color = api in ("accentColor", "backgroundColor") and not any(values)
    proves = proves_answer(look["proves"], [each for each in values if each is not None][0] if values != [None] else None, about)
    text = scalar(values[0]) if len(values) == 1 else "{in: [" + ", ".join(map(scalar, values)) + "]}"
    if is_no_color:
        text = '{not: {in: ["#12AB9F", "12AB9F", "#FFFFFF", "FFFFFF", "12345G"]}}'
    return Fact(id_, f"{look['step']}, returns: {text}", proves, look["key"])


def learn(items, instants, observations, apps, areas):
    """The facts of a walk in one edition, in the order of the items; None where there is none."""
    out, instants = {}, list(instants)
    for item in items:
        if item[0] == "window":
            if all(item[1] in seen.windows for seen in observations):
                out[item[1]] = window_facts(item[1], item[2], observations, instants, apps, areas)
        elif item[0] in ("look", "answer") and all(item[1] in seen.answers for seen in observations):
            fact = answer_fact(item[1], item[2], item[3], observations)
            if fact:
                out[item[1]] = [fact]
        elif item[0] == "total":
            out[item[1]] = total_facts(item[2], observations, apps, areas)
    return out
