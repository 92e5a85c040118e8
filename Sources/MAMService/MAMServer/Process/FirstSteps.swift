internal import ExactText

/// What to say to somebody who has started a service that knows nobody.
enum FirstSteps {
  /// The lines on standard error. They do not have the URL of the control API, whose secret is not for logs.
  static let note = """
    the service knows nobody yet: every user is unknown to it
    start it with --seed FILE, such as Examples/service/contoso.yaml, or put in a user now, where \
    $control is the "control" of the ready line:
    curl --json '{"tenants":{"contoso":{}},"users":{"ana":{"upn":"ana@contoso.com","tenant":"contoso"}}}' \
    $control/seed
    """
}
