internal import ExactText

extension ServiceOptions {
  /// What `mamconform serve --help` prints.
  static let help = """
    usage: mamconform serve [--port N] [--https-port N] [--seed FILE] [--state FILE] [OPTION...]

    Runs the mock MAM service alone: the service protocol of an app's SDK, sign-in, Microsoft Graph's
    MAM resources, and a control API that moves the clock, injects faults and tells what was asked.
    Prints one line of JSON with its URLs when it is ready. SIGINT, SIGTERM and SIGHUP end it.

    where it listens
      --port N               serves everything by HTTP (default \(defaultPort); 0: any); the five hosts
                             of an app follow on N+1 to N+5, so that each can fail alone
      --https-port N         the same by HTTPS (default \(defaultSecurePort); 0: any)
      --no-https             HTTP only
      --listen ADDRESS       an IPv4 address (default 127.0.0.1) or ::1; one that other machines can
                             reach needs --allow-remote and an administrator token
      --allow-remote         see --listen
      --admin-token TOKEN    whose bearer may do everything, at Graph too; the control API then
                             asks for it; at least 8 characters; @FILE reads a file;
                             default: the variable MAMCONFORM_ADMIN_TOKEN, unless it is empty
      --control-token TOKEN  the secret in the URL of the control API, which the ready line tells whole;
                             8 to 200 letters, digits and -._~; @FILE reads a file; default: the
                             variable MAMCONFORM_CONTROL_TOKEN, which no list of processes
                             shows, else another one at each start
      --allow-host NAMES     names or addresses, with commas between them, by which clients may call
                             the service beside localhost, its addresses and the names of its
                             certificate; others are refused, because web pages use them

    HTTPS
      --authority-folder DIR where the certificate authority is kept, made on first use (default
                             ~/.local/share/mamconform); clients trust its ca.pem
      --certificate FILE     a certificate of your own with its chain (PEM), with
      --key FILE             its private key (PEM); the ready line names localhost, the address or a
                             name of the certificate that leads there, whichever it is for, and
                             the address if none is

    what it knows
      --seed FILE            tenants, users, groups, apps, policies and so on, in YAML or JSON; a
                             state file that has a state already goes on instead
      --state FILE           keeps everything in an SQLite file, which survives a kill and
                             belongs to one service at a time; default: in memory
      --clock MODE           real (default) follows the machine, virtual stands still until it
                             is moved
      --start INSTANT        where a virtual clock begins: ISO 8601, or milliseconds since 1970
                             (default 2020-06-04T09:00:00Z), of a year from 1970 to 9999;
                             the clock of a state file goes on instead
      --random-seed N        where random delays of fault rules begin (default 0): the same number and
                             the same requests give the same delays
      --journal-entries N    how many requests are remembered (default 10000; 0: none)

    under a coordinator
      --control-fd N --clock-fd N [--state FILE]   as the service protocol says

    examples
      mamconform serve --seed Examples/service/contoso.yaml
      mamconform serve --port 0 --https-port 0 --clock virtual --state /tmp/mam.sqlite

    exit status: 0 ended by a signal; 64 arguments, seed or state cannot be used; 70 the machine
    does not let it work
    """
}
