/** Another server that signs users in. Which of the addresses a known one needs is in docs/uploads-and-users.md. */
export interface ProviderOptions {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Page that a user is led back to: `/api/auth/NAME/callback` of this server, which answers with JSON. */
  readonly callback?: string;
  /** What is asked of the user. */
  readonly scope?: readonly string[];
  /** Part of the addresses of `auth0`, `cas` and `keycloak`. */
  readonly subdomain?: string;
  /** Of a server with OpenID Connect, which says the rest itself. */
  readonly issuer?: string;
  /** Of any other one: the page where users sign in, */
  readonly authorizeUrl?: string;
  /** where their code is exchanged for a token, */
  readonly tokenUrl?: string;
  /** and who they are: JSON with `email` and `email_verified`. */
  readonly profileUrl?: string;
}
