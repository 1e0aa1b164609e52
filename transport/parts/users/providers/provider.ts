import type { Issue } from "../../../../engine/internal.ts";
import { KNOWN_PROVIDERS } from "./known-providers.ts";
import { profileIn, type ReadProfile } from "./profile.ts";
import type { ProviderOptions } from "./provider-options.ts";

/** A server that signs users in here. */
export interface Provider {
  readonly name: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Null: this server itself. */
  readonly callback: string | null;
  readonly scope: readonly string[];
  readonly server: { readonly issuer: string } | Endpoints;
}

export interface Endpoints {
  readonly issuer: null;
  readonly authorizeUrl: string;
  readonly tokenUrl: string;
  readonly profile: ReadProfile;
}

export type Providers = ReadonlyMap<string, Provider>;

const OPENID = ["openid", "email", "profile"];

/** The providers by name. Adds providers whose URLs are not known to `issues`. */
export function resolveProviders(given: { readonly [name: string]: ProviderOptions }, issues: Issue[]): Providers {
  const resolved = new Map<string, Provider>();
  for (const [name, options] of Object.entries(given)) {
    const found = serverOf(name, options);
    if (typeof found === "string") issues.push({ path: ["users", "providers", name], message: found });
    else {
      const { clientId, clientSecret, callback = null, scope = found.scope } = options;
      resolved.set(name, { name, clientId, clientSecret, callback, scope, server: found.server });
    }
  }
  return resolved;
}

/** The endpoints of a provider, or a message that names the missing option. */
function serverOf(name: string, options: ProviderOptions): Pick<Provider, "server" | "scope"> | string {
  const { issuer, authorizeUrl, tokenUrl, profileUrl, subdomain } = options;
  if (issuer !== undefined) return { server: { issuer }, scope: OPENID };
  if (authorizeUrl !== undefined && tokenUrl !== undefined && profileUrl !== undefined) {
    const profile: ReadProfile = async (ask) => profileIn(await ask(profileUrl));
    return { server: { issuer: null, authorizeUrl, tokenUrl, profile }, scope: ["email"] };
  }
  const known = Object.hasOwn(KNOWN_PROVIDERS, name) ? KNOWN_PROVIDERS[name] : undefined;
  if (known === undefined) return "needs an issuer, or authorizeUrl, tokenUrl and profileUrl";
  if (!("issuer" in known)) return { server: { issuer: null, ...known }, scope: known.scope };
  const itsIssuer = known.issuer(subdomain);
  return itsIssuer === null ? "needs a subdomain" : { server: { issuer: itsIssuer }, scope: OPENID };
}
