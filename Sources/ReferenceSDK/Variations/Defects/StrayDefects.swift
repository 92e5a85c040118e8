internal import ExactText
import VirtualTime

enum StrayDefects {
  /// What is done on occasions that give no reason for it.
  static let all: [Defect] = [
    Defect(
      "wipe-at-enrollment", "asks for a wipe whenever a user enrolls",
      ["WIP-008"],
      .set(\.strays.onEnrollment, .wipes)),
    Defect(
      "wipe-a-minute-after-enrollment", "asks for a wipe a minute after a user has enrolled",
      ["WIP-008"],
      .set(\.strays.onEnrollment, .wipes),
      .set(\.strays.interval, .minutes(1))),
    Defect(
      "wipe-at-launch", "asks for a wipe at every launch of an enrolled app",
      ["WIP-008"],
      .set(\.strays.atLaunchWithUser, .wipes)),
    Defect(
      "wipe-an-hour-after-launch", "asks for a wipe an hour after the launch of an enrolled app",
      ["WIP-008"],
      .set(\.strays.atLaunchWithUser, .wipes),
      .set(\.strays.interval, .hours(1))),
    Defect(
      "wipe-a-day-after-departure", "asks for a wipe a day after a user has left",
      ["WIP-008"],
      .set(\.strays.onDeparture, .wipes),
      .set(\.strays.interval, .hours(25))),
    Defect(
      "deregistration-wipes-whoever-leaves", "asks for a wipe whoever is deregistered",
      ["DRG-009", "STA-026"],
      .set(\.strays.onDeregistration, .wipes)),
    Defect(
      "deregistration-wipes-later", "asks for a wipe ten minutes after whoever was deregistered",
      ["DRG-009"],
      .set(\.strays.onDeregistration, .wipes),
      .set(\.strays.interval, .minutes(10))),
    Defect(
      "extension-wipes", "asks for a wipe in an app extension",
      ["DRG-020"],
      .set(\.strays.inExtension, .wipes)),
    Defect(
      "extension-unenrolls", "unenrolls in an app extension",
      ["DRG-020"],
      .set(\.strays.inExtension, .unenrolls)),
    Defect(
      "strangers-unenrolled-later",
      "unenrolls at the service whoever was deregistered, ten minutes later and without a token",
      ["DRG-005"],
      .set(\.strays.onDeregistration, .unenrolls),
      .set(\.strays.interval, .minutes(10)),
      .set(\.tokens.areNeeded, false)),
    Defect(
      "deregistration-told-as-success-later",
      "reports a success ten minutes after whoever was deregistered",
      ["DRG-021", "STA-010"],
      .set(\.strays.onDeregistration, .reportsUnenrollment),
      .set(\.strays.interval, .minutes(10))),
    Defect(
      "deregistration-told-as-re-enrollment",
      "reports a re-enrollment an hour after a deregistration",
      ["STA-040", "ENR-038"],
      .set(\.strays.onDeregistration, .reportsReEnrollment),
      .set(\.strays.interval, .hours(1))),
    Defect(
      "unenrollment-told-early", "reports an unenrollment before the service has answered",
      ["STA-004"],
      .set(\.strays.onDeparture, .reportsUnenrollment),
      .set(\.strays.interval, .seconds(1))),
    Defect(
      "departure-exits", "ends the app when a user leaves",
      ["DRG-008"],
      .set(\.strays.onDeparture, .exits)),
    Defect(
      "departure-restarts", "asks for a restart when a user leaves",
      ["RST-007"],
      .set(\.strays.onDeparture, .asksForRestart)),
    Defect(
      "departure-told-as-policy", "reports new policy when a user leaves",
      ["DRG-006"],
      .set(\.strays.onDeparture, .reportsPolicy)),
    Defect(
      "leaver-enrolled-again", "enrolls a user again a day after the user has left",
      ["DRG-003"],
      .set(\.strays.onDeparture, .enrolls),
      .set(\.strays.interval, .hours(24))),
    Defect(
      "leaver-enrolled-without-token",
      "enrolls a user again a day after the user has left, without a token",
      ["DRG-003", "DRG-015"],
      .set(\.strays.onDeparture, .enrolls),
      .set(\.strays.interval, .hours(24)),
      .set(\.tokens.areNeeded, false)),
    Defect(
      "leaver-checked-in-without-token",
      "goes on checking in for a user who has left, without a token",
      ["DRG-015"],
      .set(\.strays.onDeparture, .checksIn),
      .set(\.strays.interval, .hours(8)),
      .set(\.tokens.areNeeded, false)),
    Defect(
      "extension-asks-for-credentials", "asks for credentials in an app extension",
      ["ENR-034", "ENR-035", "STA-042"],
      .set(\.strays.inExtension, .asksForCredentials)),
    Defect(
      "extension-enrolls-later", "enrolls a day after a call from an app extension",
      ["ENR-034", "ENR-035"],
      .set(\.strays.inExtension, .enrolls),
      .set(\.strays.interval, .hours(24))),
    Defect(
      "credentials-asked-after-enrollment",
      "asks for credentials although the user has just enrolled",
      ["ENR-028"],
      .set(\.strays.onEnrollment, .asksForCredentials)),
    Defect(
      "credentials-asked-after-failure", "asks for credentials an hour after an attempt has failed",
      ["ENR-008"],
      .set(\.strays.afterFailedAttempt, .asksForCredentials),
      .set(\.strays.interval, .hours(1))),
    Defect(
      "credentials-asked-on-foreground",
      "asks for credentials whenever the app comes to the foreground",
      ["ENR-028"],
      .set(\.strays.onForeground, .asksForCredentials)),
    Defect(
      "enrollment-told-in-background", "reports an enrollment when the app goes to the background",
      ["STA-002"],
      .set(\.strays.onBackground, .reportsEnrollment)),
    Defect(
      "enrollment-told-a-second-after-its-start",
      "reports an enrollment a second after it has begun",
      ["STA-002"],
      .set(\.strays.onAttempt, .reportsEnrollment),
      .set(\.strays.interval, .seconds(1))),
    Defect(
      "enrollment-told-as-failure-later", "reports a failure a second after a user has enrolled",
      ["ENR-037", "STA-002"],
      .set(\.strays.onEnrollment, .reportsFailure),
      .set(\.strays.interval, .seconds(1))),
    Defect(
      "enrollment-told-as-unenrollment",
      "reports an unenrollment an hour after a user has enrolled",
      ["ENR-014"],
      .set(\.strays.onEnrollment, .reportsUnenrollment),
      .set(\.strays.interval, .hours(1))),
    Defect(
      "failed-check-in-told-as-enrollment-host",
      "reports a failed enrollment when a check-in fails",
      ["ENR-041"],
      .set(\.strays.afterFailedCheckIn, .reportsHostFailure)),
    Defect(
      "failed-check-in-told-as-wipe", "reports the command to wipe when a check-in fails",
      ["STA-016", "WIP-009"],
      .set(\.strays.afterFailedCheckIn, .reportsWipe)),
    Defect(
      "check-in-when-the-clock-is-set", "checks in whenever the clock of the device is set",
      ["POL-001"],
      .set(\.strays.onClockChange, .checksIn)),
    Defect(
      "enrolls-at-launch-uncalled", "enrolls at every launch while nobody is enrolled",
      ["LCH-001", "DRG-003"],
      .set(\.strays.atLaunch, .enrolls)),
    Defect(
      "enrolls-a-day-after-launch", "enrolls a day after a launch while nobody is enrolled",
      ["LCH-001", "LCH-004", "DRG-003"],
      .set(\.strays.atLaunch, .enrolls),
      .set(\.strays.interval, .hours(25))),
    Defect(
      "credentials-asked-at-launch",
      "asks for credentials at every launch while nobody is enrolled",
      ["LCH-001", "LCH-002", "LCH-004"],
      .set(\.strays.atLaunch, .asksForCredentials)),
    Defect(
      "credentials-asked-a-day-after-launch",
      "asks for credentials a day after a launch while nobody is enrolled",
      ["LCH-004"],
      .set(\.strays.atLaunch, .asksForCredentials),
      .set(\.strays.interval, .hours(25))),
    Defect(
      "enrolled-user-asked-at-launch", "asks for credentials at every launch of an enrolled app",
      ["LCH-003", "IDN-008"],
      .set(\.strays.atLaunchWithUser, .asksForCredentials)),
    Defect(
      "enrolled-user-locked-out", "asks for credentials a day after the launch of an enrolled app",
      ["POL-001"],
      .set(\.strays.atLaunchWithUser, .asksForCredentials),
      .set(\.strays.interval, .hours(25))),
    Defect(
      "blocked-after-start",
      "blocks an app an hour after a launch without policy, whatever has come since",
      ["LCH-006"],
      .set(\.strays.atLaunch, .showsBlockedDialog),
      .set(\.strays.interval, .hours(1))),
    Defect(
      "blocked-in-front", "shows that the app is blocked whenever it comes to the foreground",
      ["LCH-006", "LCH-014"],
      .set(\.strays.onForeground, .showsBlockedDialog)),
    Defect(
      "started-while-it-enrolls", "lets an app start a second after an attempt has begun",
      ["LCH-006", "LCH-013"],
      .set(\.strays.onAttempt, .startsApp),
      .set(\.strays.interval, .seconds(1))),
    Defect(
      "started-by-coming-back", "lets an app start that comes to the foreground",
      ["LCH-006"],
      .set(\.strays.onForeground, .startsApp)),
    Defect(
      "restart-after-failure", "asks for a restart when an attempt has failed",
      ["RST-001"],
      .set(\.strays.afterFailedAttempt, .asksForRestart)),
    Defect(
      "restart-dialog-after-failure", "shows the dialog of the restart when an attempt has failed",
      ["RST-001"],
      .set(\.strays.afterFailedAttempt, .showsRestartDialog)),
    Defect(
      "restart-dialog-at-launch",
      "shows the dialog of the restart at every launch of an enrolled app",
      ["RST-007"],
      .set(\.strays.atLaunchWithUser, .showsRestartDialog)),
    Defect(
      "exit-at-launch", "ends the app at every launch with an enrolled user",
      ["RST-007", "RST-001"],
      .set(\.strays.atLaunchWithUser, .exits)),
    Defect(
      "exit-at-enrollment", "ends the app when a user enrolls",
      ["RST-008"],
      .set(\.strays.onEnrollment, .exits)),
    Defect(
      "exit-at-check-in", "ends the app at every check-in",
      ["RST-008"],
      .set(\.strays.afterCheckIn, .exits)),
    Defect(
      "restart-on-foreground", "asks for a restart when the app comes to the foreground",
      ["RST-007"],
      .set(\.strays.onForeground, .asksForRestart)),
    Defect(
      "switch-asked-at-enrollment", "asks for a switch of identity when a user enrolls",
      ["RST-002"],
      .set(\.strays.onEnrollment, .asksForSwitch)),
    Defect(
      "added-at-launch", "asks the app to add the enrolled user at every launch",
      ["IDN-055"],
      .set(\.strays.atLaunchWithUser, .asksToAdd)),
    Defect(
      "added-an-hour-after-launch", "asks the app to add the enrolled user an hour after a launch",
      ["IDN-055"],
      .set(\.strays.atLaunchWithUser, .asksToAdd),
      .set(\.strays.interval, .hours(1))),
    Defect(
      "leaver-added", "asks the app to add a user a day after the user has left",
      ["IDN-055"],
      .set(\.strays.onDeparture, .asksToAdd),
      .set(\.strays.interval, .hours(25))),
    Defect(
      "somebody-checked-at-every-switch", "makes a check of somebody else at every switch",
      ["IDN-026"],
      .set(\.strays.onSwitch, .checksSomebody)),
    Defect(
      "link-opened-by-coming-back",
      "opens a link when the app comes to the foreground although it has not answered",
      ["IDN-048"],
      .set(\.strays.onForeground, .opensLink)),
    Defect(
      "allowed-accounts-notified-at-enrollment", "notifies of allowed accounts when a user enrolls",
      ["ACC-005"],
      .set(\.strays.onEnrollment, .notifiesOfAllowedAccounts)),
    Defect(
      "allowed-accounts-notified-at-departure", "notifies of allowed accounts when a user leaves",
      ["ACC-005"],
      .set(\.strays.onDeparture, .notifiesOfAllowedAccounts)),
    Defect(
      "remediation-told-a-day-after-launch",
      "reports the end of a remediation a day after the launch of an enrolled app",
      ["AUTH-047"], .set(\.strays.atLaunchWithUser, .reportsCompliance),
      .set(\.strays.interval, .hours(24))),
  ]
}
