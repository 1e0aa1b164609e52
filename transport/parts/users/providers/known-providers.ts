import { type Profile, type ReadProfile, recordOf, verifiedProfile } from "./profile.ts";

/** A known provider: the issuer if it supports OpenID Connect, otherwise the requests that Strapi makes to it. */
export type KnownProvider =
  | { readonly issuer: (subdomain: string | undefined) => string | null }
  | {
      readonly authorizeUrl: string;
      readonly tokenUrl: string;
      readonly scope: readonly string[];
      readonly profile: ReadProfile;
    };

const GITHUB = "https://api.github.com/user";
const PATREON = "https://www.patreon.com/api/oauth2/v2/identity?fields[user]=full_name,email,is_email_verified";
const MICROSOFT = "https://login.microsoftonline.com/common/oauth2/v2.0";

export const KNOWN_PROVIDERS: { readonly [name: string]: KnownProvider } = {
  google: { issuer: () => "https://accounts.google.com" },
  auth0: { issuer: (subdomain) => (subdomain === undefined ? null : `https://${subdomain}.auth0.com/`) },
  keycloak: { issuer: (subdomain) => (subdomain === undefined ? null : `https://${subdomain}`) },
  cas: { issuer: (subdomain) => (subdomain === undefined ? null : `https://${subdomain}/oidc`) },
  linkedin: { issuer: () => "https://www.linkedin.com/oauth" },
  discord: {
    authorizeUrl: "https://discord.com/api/oauth2/authorize",
    tokenUrl: "https://discord.com/api/oauth2/token",
    scope: ["identify", "email"],
    profile: async (ask) => {
      const { email, verified, username } = recordOf(await ask("https://discord.com/api/users/@me"));
      return verifiedProfile(email, verified === true, username);
    },
  },
  facebook: {
    authorizeUrl: "https://www.facebook.com/dialog/oauth",
    tokenUrl: "https://graph.facebook.com/oauth/access_token",
    scope: ["email"],
    profile: async (ask) => {
      const { email, name } = recordOf(await ask("https://graph.facebook.com/me?fields=name,email"));
      return verifiedProfile(email, true, name);
    },
  },
  github: {
    authorizeUrl: "https://github.com/login/oauth/authorize",
    tokenUrl: "https://github.com/login/oauth/access_token",
    scope: ["user", "user:email"],
    profile: async (ask) => githubProfile(await ask(GITHUB), await ask(`${GITHUB}/emails`)),
  },
  microsoft: {
    authorizeUrl: `${MICROSOFT}/authorize`,
    tokenUrl: `${MICROSOFT}/token`,
    scope: ["user.read"],
    profile: async (ask) => {
      const { userPrincipalName: name } = recordOf(await ask("https://graph.microsoft.com/v1.0/me"));
      return verifiedProfile(name, true, name);
    },
  },
  patreon: {
    authorizeUrl: "https://www.patreon.com/oauth2/authorize",
    tokenUrl: "https://www.patreon.com/api/oauth2/token",
    scope: ["identity", "identity[email]"],
    profile: async (ask) => patreonProfile(await ask(PATREON)),
  },
};

/** The user's public address or else the primary one, provided that GitHub has verified it. */
export function githubProfile(user: unknown, emails: unknown): Profile {
  const { email: shown, login } = recordOf(user);
  const known = Array.isArray(emails) ? emails.map(recordOf) : [];
  const isShown = typeof shown === "string" && shown !== "";
  const found = known.find(({ email, primary }) => (isShown ? email === shown : primary === true));
  return verifiedProfile(found?.email, found?.verified === true, login);
}

/** Reads a JSON:API document. */
export function patreonProfile(identity: unknown): Profile {
  const { attributes } = recordOf(recordOf(identity).data);
  const { email, is_email_verified: verified, full_name: name } = recordOf(attributes);
  return verifiedProfile(email, verified === true, name);
}
