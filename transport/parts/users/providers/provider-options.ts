/** Another server that signs users in. docs/uploads-and-users.md says which URLs a known provider needs. */
export interface ProviderOptions {
  readonly clientId: string;
  readonly clientSecret: string;
  /**
   * The page that a user is redirected to. When absent, `/api/auth/NAME/callback` of this server, which answers with
   * JSON.
   */
  readonly callback?: string;
  /** The permissions that are requested from the user. */
  readonly scope?: readonly string[];
  /** Part of the URLs of `auth0`, `cas` and `keycloak`. */
  readonly subdomain?: string;
  /** The issuer of a server with OpenID Connect, which publishes everything else. */
  readonly issuer?: string;
  /** For any other server: the page on which users sign in. */
  readonly authorizeUrl?: string;
  /** For any other server: where their code is exchanged for a token. */
  readonly tokenUrl?: string;
  /** For any other server: the user's profile, JSON with `email` and `email_verified`. */
  readonly profileUrl?: string;
}
