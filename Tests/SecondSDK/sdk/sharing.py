"""Where data may go to and come from."""

from sdk.policy import ALL, IN, OUT

# Level of sharing, what restricts it further, the list of what is allowed, and the words of that list for locations
# that need the user's account and for those that do not.
SAVING = (OUT, "saveAsBlocked", "allowedDataStorageLocations",
          {"OneDriveForBusiness": "oneDriveForBusiness", "SharePoint": "sharePoint", "Box": "box"},
          {"LocalDrive": "localStorage", "CameraRoll": "photoLibrary"})
OPENING = (IN, "blockDataIngestionIntoOrganizationDocuments", "allowedDataIngestionLocations",
           {"OneDriveForBusiness": "oneDriveForBusiness", "SharePoint": "sharePoint"}, {"Camera": "camera"})
SAVE_LOCATIONS = ("Other", "OneDriveForBusiness", "SharePoint", "Box", "Dropbox", "GoogleDrive", "LocalDrive",
                  "CameraRoll", "AccountDocument")
OPEN_LOCATIONS = ("Other", "OneDriveForBusiness", "SharePoint", "Camera", "LocalStorage", "AccountDocument")


class Sharing:
    """Queries about links, pickers and locations."""

    def url_allowed(self, who, args):
        """Web links may always be opened; other schemes by the level of sharing and its exemptions."""
        policy = self.policy_of(who)
        level = policy.get(OUT, ALL) if policy else ALL
        scheme = args["url"].partition(":")[0].lower()
        if level == ALL or scheme in ("http", "https"):
            return True
        exempted = policy.get("exemptedAppProtocols") or []
        words = [word.strip().lower() for one in exempted for word in (one.get("value") or "").split(";")]
        if scheme in words:
            return True
        return level == "managedApps" and scheme.endswith("-intunemam")

    def universal_allowed(self, who, args):
        """Universal links open only if data may go to all apps."""
        policy = self.policy_of(who)
        return policy is None or policy.get(OUT, ALL) == ALL

    def picker_allowed(self, who, args):
        """Document pickers are forbidden only where no app at all is allowed."""
        policy = self.policy_of(who)
        return policy is None or policy.get(IN if args["mode"] in ("import", "open") else OUT, ALL) != "none"

    def is_own_account(self, account):
        """A managed location needs the account of the enrolled user (OQ-59)."""
        return self.is_managed(account) if account else not self.multi and account is None

    def save_allowed(self, who, args):
        """isSaveToAllowedForLocation."""
        return self.place(who, args["location"], args.get("account"), SAVING)

    def open_allowed(self, who, args):
        """isOpenFromAllowedForLocation."""
        return self.place(who, args["location"], args.get("account"), OPENING)

    def place(self, who, location, account, rule):
        """Saving to and opening from a location, by one of the two rules."""
        level, blocked, listed, accounts, anybody = rule
        policy = self.policy_of(who)
        if policy is None or policy.get(level, ALL) == ALL:
            return True
        if policy.get(level) == "none":
            return False
        if not policy.get(blocked):
            return True
        words = policy.get(listed) or []
        if location in anybody:
            return anybody[location] in words
        if location == "AccountDocument":
            return self.is_own_account(account)
        return location in accounts and accounts[location] in words and self.is_own_account(account)

    def save_locations(self, who, args):
        """All locations, and whether saving to them is allowed."""
        return {name: self.save_allowed(who, {**args, "location": name}) for name in SAVE_LOCATIONS}

    def open_locations(self, who, args):
        """All locations, and whether opening from them is allowed."""
        return {name: self.open_allowed(who, {**args, "location": name}) for name in OPEN_LOCATIONS}
