"""Tokens and the authorities that give them."""

from choices import CHOICES
from sdk.names import fold
from sdk.status import Failed

CACHE_GROUP = "com.microsoft.adalcache"


class Tokens:
    """Refresh tokens are in the keychain, where the app's sign-ins put them; access tokens stay in memory (AUTH)."""

    @property
    def cache_group(self):
        """The keychain group with the tokens of the authentication library."""
        return self.settings.get("ADALCacheKeychainGroupOverride") or CACHE_GROUP

    @property
    def client(self):
        """The client ID: the override, that of the settings, or the SDK's own (AUTH-022)."""
        override = self.state["overrides"].get("client") if self.edition >= "2017-11" else None
        return override or self.settings.get("ADALClientId") or "second-sdk-client"

    @property
    def redirect(self):
        """The redirect URI: the override, or what the settings say; or None."""
        scheme = self.settings.get("ADALRedirectScheme")
        override = self.state["overrides"].get("redirect") if self.edition >= "2017-11" else None
        return override or self.settings.get("ADALRedirectUri") or (scheme and "%s://%s" % (scheme, self.bundle))

    @property
    def default_authority(self):
        """The authority of the settings, else that of the launch."""
        return self.settings.get("ADALAuthority") or self.args["authority"]

    def cached(self, identity):
        """The refresh tokens of a user, one for each tenant."""
        return self.keychain.read(self.cache_group).get("tokens", {}).get(fold(identity), []) if identity else []

    def candidates(self, identity):
        """The authorities for a user's token in their order: override, those of cached tokens, the default."""
        found = []
        override = self.state["overrides"].get("authority")
        if override:
            found.append(override)
        base = self.args["authority"].rsplit("/", 1)[0]
        for one in self.cached(identity):
            found.append(one["uri"] or base + "/" + one["tenant"])
        found.append(self.default_authority)
        return list(dict.fromkeys(found))

    def token(self, identity):
        """An access token of the user, without asking anybody."""
        self.note_library()
        behaviour = self.host.answers.get("authLibrary") or {}
        if behaviour.get("error"):
            raise Failed(217)
        if behaviour.get("version") and self.edition >= "2020-01":
            if [int(part) for part in behaviour["version"].split(".")] < [2, 6, 4]:
                raise Failed(224)
        key = [self.state["overrides"].get("authority"), self.default_authority, self.client, self.redirect]
        known = self.access.get(fold(identity))
        if CHOICES["cache-tokens"] and known and known["key"] == key and self.host.now < known["until"]:
            return known["token"]
        failure = Failed(203)
        for authority in self.candidates(identity):
            cached = self.cached(identity)
            if not cached:
                break
            tenant = authority.rsplit("/", 1)[1]
            refresh = next((one["refresh"] for one in cached if one["tenant"] == tenant), cached[0]["refresh"])
            try:
                grant = {"grant_type": "refresh_token", "refresh_token": refresh}
                answer = yield from self.ask_token(identity, authority, grant)
            except Failed as failed:
                failure = failed
                if failed.code == 203:
                    continue
                raise
            seconds = answer.get("expires_in")
            seconds = int(seconds) if str(seconds).isdigit() else 0
            self.access[fold(identity)] = {"token": answer["access_token"], "key": key,
                                           "until": self.host.now + max(0, seconds - 300) * 1000}
            return answer["access_token"]
        raise failure

    def ask_token(self, identity, authority, grant):
        """Requests a token, and keeps the refresh token that comes with it."""
        base = self.args["authority"].rsplit("/", 1)[0]
        tenant = authority.rstrip("/").rsplit("/", 1)[1]
        form = {**grant, "client_id": self.client, "scope": "mam"}
        if self.redirect:
            form["redirect_uri"] = self.redirect
        answer = yield from self.ask("token", base + "/" + tenant + "/oauth2/v2.0/token", form, {"access_token": str})
        if isinstance(answer.get("refresh_token"), str):
            is_own = not authority.startswith(base + "/")
            chain = self.keychain.read(self.cache_group)
            kept = chain.setdefault("tokens", {}).setdefault(fold(identity), [])
            entry = {"tenant": tenant, "uri": authority if is_own else None, "refresh": answer["refresh_token"]}
            places = [(one["tenant"], one["uri"]) for one in kept]
            used = [one for one in kept if one["refresh"] == grant.get("refresh_token")]
            if used and (tenant, entry["uri"]) not in places and not CHOICES["keep-refreshed"]:
                used[0]["refresh"] = answer["refresh_token"]
                self.keychain.write(self.cache_group, chain)
            elif entry not in kept:
                kept[:] = [one for one in kept if one["tenant"] != tenant or (one["uri"] != entry["uri"])]
                kept.append(entry)
                self.keychain.write(self.cache_group, chain)
            self.note_group(self.cache_group)
        return answer

    def sign_in(self, identity, authority, raises=False):
        """Somebody signs in with a password; a failure matters only to who prompted for it."""
        authority = authority or self.state["overrides"].get("authority") or self.default_authority
        grant = {"grant_type": "password", "username": identity, "password": "secret"}
        try:
            yield from self.ask_token(identity, authority, grant)
        except Failed:
            if raises:
                raise

    def purge(self, identity):
        """The app clears the user's tokens."""
        self.access.pop(fold(identity), None)
        chain = self.keychain.read(self.cache_group)
        if chain.get("tokens", {}).pop(fold(identity), None) is not None:
            self.keychain.write(self.cache_group, chain)

    def note_library(self):
        """Reports once which authentication library is in use (OQ-70)."""
        libraries = self.args.get("libraries")
        if not libraries or self.library:
            return
        self.library = "ADAL" if "ADAL" in libraries else "MSAL"
        wants = self.state["defaults"].get("IntuneMAMUseMSALOnNextLaunch")
        if "MSAL" in libraries and "ADAL" in libraries and wants is True and self.edition >= "2020-01":
            self.library = "MSAL"
        self.host.event("authLibrary", name=self.library)

    def override(self, kind, args):
        """Reads or sets an override of authority, client or redirect (AUTH-022, AUTH-023, AUTH-027)."""
        if "value" not in args:
            return self.state["overrides"].get(kind) or ("" if CHOICES["empty-for-none"] else None)
        if args["value"]:
            self.state["overrides"][kind] = args["value"]
        else:
            self.state["overrides"].pop(kind, None)
        self.touch()
