"""Where the documents leave a choice, which one this SDK takes.

SECOND_SDK_CHOICES names one of `SETS`, or says `name=value,name=value`. Each choice is allowed by the open question
(OQ) or conflict (CNF) that it names, by a requirement that leaves it open, or by the silence of the documents.
"""

import os
import sys

# name: (what the set A takes, what allows it, what it means)
LIST = {
    # Retries and attempts
    "retry-from-start": (True, "OQ-01", "the 24 hours begin with the failed attempt, instead of with its end"),
    "login-moves-retry": (False, "OQ-01", "a failed sign-in of a registered account moves its retry"),
    "honour-retry-after": (True, "OQ-87", "a Retry-After that is longer than 24 hours moves the retry"),
    "repeat-broken": (False, "OQ-03", "an attempt that ended with its process is repeated at the next launch"),
    "reverse": (True, "OQ-06", "of several accounts that are due, the latest is tried first"),
    "unreported": (False, "OQ-06", "an attempt that another account's success ends is not reported"),
    "second-account": (218, "OQ-07", "the code for a second account: 208 or 218"),
    "enrolls-beside": (False, "OQ-07, OQ-38", "somebody else is enrolled while the request to unenroll is under way"),
    "takes-answer": (False, "silent", "a user who leaves during the request to enroll is unenrolled after its answer"),
    # Enrollment and the first check-in
    "one-callback": (True, "OQ-18", "the enrollment callback carries the first check-in, without a policy callback"),
    "early-callback": (False, "OQ-18", "the enrollment callback comes before the first check-in"),
    "enrolled-code": (103, "OQ-18", "the code of an enrollment that does not carry the first check-in"),
    "send-version": (True, "silent", "check-ins name the version of the policy; otherwise it is sent again each time"),
    "locate-always": (False, "silent", "hosts are located again before each check-in"),
    "locate-first": (False, "silent", "hosts are located before a token is asked for"),
    "cache-tokens": (True, "OQ-96", "an access token serves several requests"),
    "keep-refreshed": (True, "OQ-96", "what a refresh token brings at another authority is cached with that authority"),
    "token-at-launch": (False, "OQ-96", "a token is got at each launch, before something needs it"),
    "timeout": (20, "OQ-32", "seconds after which a request is given up (code 216)"),
    # Callbacks
    "status-first": (False, "OQ-24", "the status comes before the notification of a change"),
    "wipe-first": (False, "OQ-24", "an administrator's wipe is carried out before the status 102"),
    "errors": (False, "STA-008, STA-009", "every failure has an error object, and every status a string, not only 201"),
    "news-of-leaving": (False, "OQ-94", "the configuration of a user who leaves is a change that is posted"),
    # Leaving
    "unenroll-again": (False, "OQ-31", "a failed unenrollment is requested again after 24 hours"),
    "tells-unknown": (False, "OQ-29, OQ-30", "deregistering somebody who is not enrolled has a callback"),
    "tells-broken-off": (False, "OQ-29", "attempts that a deregistration breaks off are reported with 214"),
    "already-left": (214, "OQ-29", "the code for somebody who has left before: 213 or 214"),
    "keep-overrides": (False, "OQ-98", "overrides of authority and client stay until an unenrollment succeeds"),
    # Launch and restart
    "exit-with-dialog": (True, "CNF-38", "the exit is requested with the dialog, and again when it is confirmed"),
    "no-dialog": (False, "CNF-38", "the exit is requested without a restart dialog"),
    "warning-first": (True, "LCH-010", "the app starts only when the warning of absent policy is dismissed"),
    "auto-is-silent": (False, "OQ-74", "a failed automatic attempt has no callback"),
    "auto-prompts": (False, "LCH-005", "an automatic attempt asks for credentials in 2017-11, too"),
    "tries-registered": (False, "OQ-99", "without a managed identity, the first registered account is tried at launch"),
    "splash-more": (500, "UIX-002", "milliseconds for which the splash is shown beyond SplashDuration"),
    "asks-refused": (True, "OQ-103", "a person is asked for credentials where the service refuses a token that is there"),
    "add-at-launch": (False, "OQ-104", "a user of an earlier process is to be added at the launch, not after the start"),
    # Remediation
    "remediate-by-check-in": (False, "silent", "an enrolled user is remediated by a check-in"),
    "remediate-on": (False, "AUTH-051", "the next user is remediated in the process that asked for a restart"),
    "restart-first": (False, "OQ-102", "the enrolled user is removed in the process after the restart"),
    "restart-then-tell": (False, "AUTH-051", "the result is reported in the process after the restart"),
    # Identities
    "ui-waits": (False, "OQ-42", "a switch during another one waits, instead of ending with NotAllowed"),
    "ask-nobody": (False, "OQ-40", "the app is asked about nobody's links while no identity is set"),
    "fallback": (True, "OQ-40", "getters return the identity to which one that is not set falls back"),
    "known-at-once": (False, "OQ-43", "conditional launch is not run for the active identity"),
    "names-window": (False, "IDN-054", "the question for a switch names the main window, too"),
    "letters": ("lower", "CNF-01", "letters of identities that are returned: lower, upper or same"),
    # Files, data, configuration and queries
    "owns-unmanaged": (False, "OQ-51", "files that an unmanaged user creates have an owner"),
    "info-object": (False, "OQ-51", "files without an owner have an object with a nil identity"),
    "left-is-nil": (False, "OQ-54", "encrypted data of somebody who has left is nil"),
    "nil-unmanaged": (False, "OQ-55", "data is protected for nil as for an unmanaged user"),
    "any-first": (False, "OQ-64", "of several values the first is returned, instead of the last"),
    "lower-hex": (False, "OQ-80", "colours may have lower-case digits"),
    "color-name": (False, "silent", "a colour that is not set reads as a name instead of nil"),
    "empty-for-none": (False, "CNF-50", "nobody is an empty string or list instead of nil, and no configuration nil"),
    "no-policy-null": (False, "POL-006", "who has no policy gets nil, instead of one that allows everything"),
}

SETS = {
    "A": "",
    # Nearly everything otherwise than A.
    "B": "retry-from-start=false,login-moves-retry=true,second-account=208,one-callback=false,send-version=false,"
         "cache-tokens=false,honour-retry-after=false,status-first=true,wipe-first=true,timeout=240,exit-with-dialog=false,"
         "locate-first=true,repeat-broken=true,ui-waits=true,ask-nobody=true,owns-unmanaged=true,left-is-nil=true,"
         "remediate-by-check-in=true,fallback=false,tells-unknown=true,tells-broken-off=true,already-left=213,"
         "warning-first=false,auto-is-silent=true,auto-prompts=true,letters=same,remediate-on=true,reverse=false,"
         "enrolled-code=101",
    # What B cannot do at the same time: hosts located each time, unenrollments repeated, capital letters.
    "C": "restart-first=true,locate-always=true,unenroll-again=true,letters=upper,one-callback=false,enrolled-code=101,timeout=90,"
         "wipe-first=true,tells-unknown=true,already-left=213,send-version=false,asks-refused=false,keep-refreshed=false,"
         "color-name=true",
    # Other values for nothing and nobody, and the result of a remediation after the restart.
    "D": "unreported=true,enrolls-beside=true,known-at-once=true,info-object=true,nil-unmanaged=true,any-first=true,"
         "lower-hex=true,splash-more=10000,news-of-leaving=true,keep-overrides=true,tries-registered=true,"
         "empty-for-none=true,no-policy-null=true,errors=true,names-window=true,no-dialog=true,takes-answer=true,"
         "restart-then-tell=true,token-at-launch=true,add-at-launch=true",
    # Enrollments that are reported before their first check-in, and that stand beside the departure of another user.
    "E": "early-callback=true,one-callback=false,enrolled-code=100,takes-answer=true,tells-broken-off=true,"
         "restart-then-tell=true,enrolls-beside=true,second-account=208,cache-tokens=false",
}


def chosen(words):
    """What is taken, by name. A word that nobody knows would leave a choice untested, and ends the program."""
    choices = {name: value for name, (value, _, _) in LIST.items()}
    for word in filter(None, SETS.get(words, words).split(",")):
        name, _, value = word.partition("=")
        if name not in choices:
            sys.exit("SECOND_SDK_CHOICES: there is neither a set nor a choice '%s'" % name)
        choices[name] = int(value) if value.isdigit() else value == "true" if value in ("true", "false") else value
    return choices


CHOICES = chosen(os.environ.get("SECOND_SDK_CHOICES", ""))
