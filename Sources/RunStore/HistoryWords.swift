internal import ExactText

/// What histories have in common: the dictionary by which those of a run are compressed.
///
/// One record of each kind and name, as most cases of the suites have it, the commonest last: zlib finds the end of a dictionary
/// with the fewest bits. Every run stores the dictionary that it was written with, so this text may change at any time; what
/// it lacks is only compressed less.
enum HistoryWords {
  /// The dictionary: lines of a history, at most 32 KiB, which is as far as zlib looks back.
  static let bytes = Array(text.utf8)

  private static let text = #"""
    {"t":1591261200000,"kind":"result","name":"user","app":"mail","fields":{"value":null}}
    {"t":1591261200000,"kind":"result","name":"isSaveToAllowedForLocation","app":"mail","fields":{"value":true}}
    {"t":1591261200000,"kind":"event","name":"addIdentity","app":"mail","fields":{"identity":"ana@contoso.com"}}
    {"t":1591261200000,"kind":"message","name":"setCurrentThreadIdentity","app":"mail","fields":{"api":"setCurrentTh\#
    readIdentity","identity":"ana@contoso.com","thread":"work"}}
    {"t":1591261200000,"kind":"message","name":"primaryUser","app":"mail","fields":{"api":"primaryUser"}}
    {"t":1591261200000,"kind":"result","name":"getCurrentThreadIdentity","app":"mail","fields":{"value":"ana@contoso\#
    .com"}}
    {"t":1591261200000,"kind":"result","name":"device","app":"mail","fields":{"value":null}}
    {"t":1591261200000,"kind":"message","name":"loginAndEnrollAccount","app":"mail","fields":{"api":"loginAndEnrollA\#
    ccount","identity":"ana@contoso.com"}}
    {"t":1591261200000,"kind":"message","name":"getCurrentThreadIdentity","app":"mail","fields":{"api":"getCurrentTh\#
    readIdentity","thread":"work"}}
    {"t":1591261200000,"kind":"result","name":"answers","app":"mail","fields":{"value":null}}
    {"t":1591261200000,"kind":"message","name":"isURLAllowed","app":"mail","fields":{"api":"isURLAllowed","url":"oth\#
    er-app://open","thread":"main"}}
    {"t":1591261200000,"kind":"result","name":"isURLAllowed","app":"mail","fields":{"value":true}}
    {"t":1591261200000,"kind":"result","name":"loginAndEnrollAccount","app":"mail","fields":{"value":null}}
    {"t":1591261200000,"kind":"message","name":"tokens","app":"mail","fields":{"do":"signIn","identity":"ana@contoso\#
    .com"}}
    {"t":1591261200000,"kind":"message","name":"lifecycle","app":"mail","fields":{"to":"foreground"}}
    {"t":1591261200000,"kind":"message","name":"getUIPolicyIdentity","app":"mail","fields":{"api":"getUIPolicyIdenti\#
    ty"}}
    {"t":1591261200000,"kind":"result","name":"setProcessIdentity","app":"mail","fields":{"value":null}}
    {"t":1591261200000,"kind":"event","name":"completion","app":"mail","fields":{"api":"setUIPolicyIdentity","call":\#
    3,"result":0,"thread":"main"}}
    {"t":1591261200000,"kind":"message","name":"setUIPolicyIdentity","app":"mail","fields":{"api":"setUIPolicyIdenti\#
    ty","identity":"ana@contoso.com"}}
    {"t":1591261200000,"kind":"message","name":"getProcessIdentity","app":"mail","fields":{"api":"getProcessIdentity\#
    "}}
    {"t":1591261200000,"kind":"result","name":"enrolledAccount","app":"mail","fields":{"value":"ana@contoso.com"}}
    {"t":1591261200000,"kind":"message","name":"launch","app":"mail","fields":{"device":"phone","bundleId":"com.cont\#
    oso.mail","appVersion":"1.0","edition":"2020-06","state":"foreground","settings":{},"managed":{},"delegates":{},\#
    "answers":{},"signedIn":["ana@contoso.com"]}}
    {"t":1591261200000,"kind":"result","name":"isIdentityManaged","app":"mail","fields":{"value":true}}
    {"t":1591261200000,"kind":"admin","name":"wipe","fields":{"wipe":"ana@contoso.com","device":"phone"}}
    {"t":1591261200000,"kind":"result","name":"lifecycle","app":"mail","fields":{"value":null}}
    {"t":1591261200000,"kind":"result","name":"policyForIdentity","app":"mail","fields":{"value":{"managed":false,"i\#
    sPINRequired":false,"isManagedBrowserRequired":false,"isContactSyncAllowed":true,"isSpotlightIndexingAllowed":tr\#
    ue,"isAppSharingAllowed":true}}}
    {"t":1591261200000,"kind":"life","name":"killed","app":"mail","fields":{"at":"idle"}}
    {"t":1591261200000,"kind":"message","name":"isIdentityManaged","app":"mail","fields":{"api":"isIdentityManaged",\#
    "identity":"ana@contoso.com"}}
    {"t":1591261200000,"kind":"message","name":"deRegisterAndUnenrollAccount","app":"mail","fields":{"api":"deRegist\#
    erAndUnenrollAccount","identity":"ana@contoso.com","doWipe":false}}
    {"t":1591261200000,"kind":"fault","name":"cleared"}
    {"t":1591261200000,"kind":"event","name":"wipeDataForAccount","app":"mail","fields":{"identity":"ana@contoso.com\#
    ","thread":"background","answered":false}}
    {"t":1591261200000,"kind":"message","name":"enrolledAccount","app":"mail","fields":{"api":"enrolledAccount"}}
    {"t":1591261200000,"kind":"message","name":"file","app":"mail","fields":{"do":"create","path":"report.txt"}}
    {"t":1591261200000,"kind":"result","name":"setCurrentThreadIdentity","app":"mail","fields":{"value":null}}
    {"t":1591261200000,"kind":"result","name":"setUIPolicyIdentity","app":"mail","fields":{"value":null}}
    {"t":1591261200000,"kind":"result","name":"tokens","app":"mail","fields":{"value":null}}
    {"t":1591261200000,"kind":"result","name":"registeredAccounts","app":"mail","fields":{"value":[]}}
    {"t":1591261200000,"kind":"request","name":"enroll","app":"mail","fields":{"identity":"ana@contoso.com","subject\#
    ":"ana@contoso.com","status":200,"outcome":"answered","bundleId":"com.contoso.mail","appVersion":"1.0","sdkVersi\#
    on":"12.6.1","edition":"2020-06","enrollmentId":"e1"}}
    {"t":1591261200000,"kind":"request","name":"unenroll","app":"mail","fields":{"identity":"ana@contoso.com","subje\#
    ct":"ana@contoso.com","status":200,"outcome":"answered","bundleId":"com.contoso.mail","enrollmentId":"e1","wipeI\#
    d":null,"reason":"deregister"}}
    {"t":1591261200000,"kind":"result","name":"file","app":"mail","fields":{"value":null}}
    {"t":1591261200000,"kind":"message","name":"policyForIdentity","app":"mail","fields":{"api":"policyForIdentity",\#
    "identity":"ana@contoso.com"}}
    {"t":1591261200000,"kind":"event","name":"unenrollRequest","app":"mail","fields":{"identity":"ana@contoso.com","\#
    statusCode":104,"didSucceed":true,"errorString":"the user was unenrolled and the account deregistered","error":n\#
    ull}}
    {"t":1591261200000,"kind":"result","name":"deRegisterAndUnenrollAccount","app":"mail","fields":{"value":null}}
    {"t":1591261200000,"kind":"event","name":"conditionalLaunch","app":"mail","fields":{"identity":"ana@contoso.com"\#
    ,"check":"pin"}}
    {"t":1591261200000,"kind":"message","name":"registeredAccounts","app":"mail","fields":{"api":"registeredAccounts\#
    "}}
    {"t":1591261200000,"kind":"event","name":"dialog","app":"mail","fields":{"kind":"restart"}}
    {"t":1591261200000,"kind":"event","name":"restartApplication","app":"mail","fields":{"thread":"background","answ\#
    ered":false}}
    {"t":1591261200000,"kind":"life","name":"stopped","app":"mail"}
    {"t":1591261200000,"kind":"message","name":"stop","app":"mail"}
    {"t":1591261200000,"kind":"result","name":"stop","app":"mail","fields":{"value":null}}
    {"t":1591261200000,"kind":"message","name":"registerAndEnrollAccount","app":"mail","fields":{"api":"registerAndE\#
    nrollAccount","identity":"ana@contoso.com"}}
    {"t":1591261200000,"kind":"event","name":"enrollmentRequest","app":"mail","fields":{"identity":"ana@contoso.com"\#
    ,"statusCode":100,"didSucceed":true,"errorString":"new policies were received","error":null}}
    {"t":1591261200000,"kind":"result","name":"registerAndEnrollAccount","app":"mail","fields":{"value":null}}
    {"t":1591261200000,"kind":"event","name":"notification","app":"mail","fields":{"name":"IntuneMAMPolicyDidChangeN\#
    otification","object":"IntuneMAMPolicyManager","userInfo":null}}
    {"t":1591261200000,"kind":"request","name":"locate","app":"mail","fields":{"identity":"ana@contoso.com","status"\#
    :200,"outcome":"answered"}}
    {"t":1591261200000,"kind":"life","name":"launched","app":"mail"}
    {"t":1591261200000,"kind":"message","name":"hello","app":"mail","fields":{"protocol":1,"coordinator":"mamconform\#
    ","seed":0}}
    {"t":1591261200000,"kind":"event","name":"appStarted","app":"mail"}
    {"t":1591261200000,"kind":"request","name":"token","app":"mail","fields":{"subject":"ana@contoso.com","status":2\#
    00,"outcome":"answered","grant":"refresh_token","clientId":"6c7e8096-f593-4d72-807f-a5f86dcc9c77","authority":"c\#
    ommon"}}
    {"t":1591261200000,"kind":"request","name":"checkin","app":"mail","fields":{"identity":"ana@contoso.com","subjec\#
    t":"ana@contoso.com","status":200,"outcome":"answered","bundleId":"com.contoso.mail","enrollmentId":"e1","policy\#
    Version":"p1-1e54b05000ea0970","result":"unchanged"}}
    {"t":1591261200000,"kind":"event","name":"policyRequest","app":"mail","fields":{"identity":"ana@contoso.com","st\#
    atusCode":101,"didSucceed":true,"errorString":"the policies are the same as before","error":null}}
    {"t":1591261200000,"kind":"message","name":"wake","app":"mail"}

    """#
}
