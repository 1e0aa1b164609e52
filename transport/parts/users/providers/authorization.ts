import type { AuthorizationServer, Client } from "oauth4webapi";
import { EngineError } from "../../../../engine/internal.ts";
import { type Ask, type Profile, profileIn } from "./profile.ts";
import type { Provider } from "./provider.ts";

type OAuth = typeof import("oauth4webapi");

/** Known only to the browser that began to sign in. */
export interface Begun {
  readonly state: string;
  /** For PKCE (RFC 7636). */
  readonly verifier: string;
}

/** Milliseconds that a provider has for each answer. */
const ANSWER_TIMEOUT = 10_000;

/**
 * The authorization code grant of OAuth 2 (RFC 6749, §4.1) with one provider, following OpenID Connect if the provider
 * supports it. The provider's metadata is requested once.
 */
export class Authorization {
  readonly #oauth: OAuth;
  readonly #provider: Provider;
  #server: Promise<AuthorizationServer> | null = null;

  constructor(oauth: OAuth, provider: Provider) {
    this.#oauth = oauth;
    this.#provider = provider;
  }

  /**
   * The page on which the user signs in. Rejects with what `fetch` and `oauth4webapi` reject with, as `finish` does.
   */
  async begin(redirectUri: string): Promise<Begun & { readonly url: string }> {
    const oauth = this.#oauth;
    const { clientId, scope } = this.#provider;
    const { authorization_endpoint: endpoint } = await this.#discovered();
    if (endpoint === undefined) throw new EngineError("application", "The provider has no page to sign in");
    const begun = { state: oauth.generateRandomState(), verifier: oauth.generateRandomCodeVerifier() };
    const url = new URL(endpoint);
    for (const [name, value] of Object.entries({
      client_id: clientId,
      response_type: "code",
      redirect_uri: redirectUri,
      ...(scope.length > 0 && { scope: scope.join(" ") }),
      code_challenge: await oauth.calculatePKCECodeChallenge(begun.verifier),
      code_challenge_method: "S256",
      state: begun.state,
    })) {
      url.searchParams.set(name, value);
    }
    return { ...begun, url: url.href };
  }

  /**
   * The profile of the user who has signed in, from the parameters that the provider added to `redirectUri`. May also
   * reject with EngineError `application`.
   */
  async finish(redirectUri: string, answer: URLSearchParams, { state, verifier }: Begun): Promise<Profile> {
    const oauth = this.#oauth;
    const { clientSecret, server: known } = this.#provider;
    const server = await this.#discovered();
    const client: Client = { client_id: this.#provider.clientId };
    const parameters = this.#broughtBack(server, client, answer, state);
    const authentication = this.#authentication(server)(clientSecret);
    const options = () => this.#options(server.token_endpoint);
    const granted = await oauth.processAuthorizationCodeResponse(
      server,
      client,
      await oauth.authorizationCodeGrantRequest(
        server,
        client,
        authentication,
        parameters,
        redirectUri,
        verifier,
        options(),
      ),
      { requireIdToken: known.issuer !== null },
    );
    if (known.issuer === null) return known.profile(this.#asker(granted.access_token));
    const { sub } = oauth.getValidatedIdTokenClaims(granted) ?? {};
    if (sub === undefined) throw new EngineError("application", "The provider does not say who has signed in");
    const response = await oauth.userInfoRequest(server, client, granted.access_token, options());
    return profileIn(await oauth.processUserInfoResponse(server, client, sub, response));
  }

  /**
   * The parameters that a browser has brought, before anybody is asked about them: whoever made them up is told so, and not
   * the log.
   */
  #broughtBack(server: AuthorizationServer, client: Client, answer: URLSearchParams, state: string): URLSearchParams {
    try {
      const parameters = this.#oauth.validateAuthResponse(server, client, answer, state);
      if (parameters.getAll("code").length === 1) return parameters;
    } catch (error) {
      // The refusal of the provider.
      if (typeof Object(error).error === "string") throw error;
    }
    throw new EngineError("application", "The parameters are not those of an answer of the provider");
  }

  #discovered(): Promise<AuthorizationServer> {
    this.#server ??= this.#discover().catch((error: unknown) => {
      this.#server = null;
      throw error;
    });
    return this.#server;
  }

  async #discover(): Promise<AuthorizationServer> {
    const { server } = this.#provider;
    if (server.issuer === null) {
      const { authorizeUrl, tokenUrl } = server;
      const { origin } = new URL(authorizeUrl);
      return { issuer: origin, authorization_endpoint: authorizeUrl, token_endpoint: tokenUrl };
    }
    const issuer = new URL(server.issuer);
    const answer = await this.#oauth.discoveryRequest(issuer, { algorithm: "oidc", ...this.#options(server.issuer) });
    return this.#oauth.processDiscoveryResponse(issuer, answer);
  }

  /** Client credentials go in the body, which most providers accept, unless the provider's metadata excludes that. */
  #authentication({ token_endpoint_auth_methods_supported: methods }: AuthorizationServer) {
    const isInBody = methods === undefined || methods.includes("client_secret_post");
    return isInBody ? this.#oauth.ClientSecretPost : this.#oauth.ClientSecretBasic;
  }

  #asker(accessToken: string): Ask {
    return async (url) => {
      const headers = new Headers({ accept: "application/json", "user-agent": "galley" });
      const options = this.#options(url);
      const target = new URL(url);
      const answer = await this.#oauth.protectedResourceRequest(accessToken, "GET", target, headers, null, options);
      if (!answer.ok) throw new EngineError("application", `The provider answered ${answer.status}`);
      return answer.json();
    };
  }

  /** Plain HTTP is allowed only if the configuration uses it. */
  #options(url: string | undefined) {
    const isPlain = url?.startsWith("http:") === true;
    return { signal: AbortSignal.timeout(ANSWER_TIMEOUT), [this.#oauth.allowInsecureRequests]: isPlain };
  }
}
