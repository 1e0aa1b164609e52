import { createHash, randomBytes } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { onTestFinished } from "vitest";

export const CLIENT = { clientId: "galley", clientSecret: "a secret of the client" };

export interface OpenidServer {
  readonly issuer: string;
  /** Its claims about the user that signs in. */
  claims: { readonly [claim: string]: unknown };
  /** In the place of a code: how it refuses. */
  refusal: string | null;
  /** The bodies of the requests for tokens. */
  readonly exchanged: URLSearchParams[];
}

interface Granted {
  readonly challenge: string | null;
  readonly redirectUri: string | null;
}

let keys: ReturnType<typeof generateKeyPair> | null = null;

/** One pair for all servers: to make it takes a good part of a second. */
function keyPair() {
  keys ??= generateKeyPair("RS256");
  return keys;
}

/**
 * A small server with OpenID Connect on a port of its own until the test ends, where one user is signed in already. It takes a
 * code once, from this client, with its PKCE verifier and the same address to come back to.
 */
export async function startOpenid(): Promise<OpenidServer> {
  const { privateKey, publicKey } = await keyPair();
  const key = { ...(await exportJWK(publicKey)), kid: "1", alg: "RS256" };
  const codes = new Map<string, Granted>();
  const tokens = new Set<string>();

  const http = createServer(async (request, response) => {
    const url = new URL(String(request.url), state.issuer);
    const json = (status: number, body: object) => {
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    };
    if (url.pathname === "/.well-known/openid-configuration") return json(200, metadata(state.issuer));
    if (url.pathname === "/keys") return json(200, { keys: [key] });
    if (url.pathname === "/authorize") {
      const back = new URL(String(url.searchParams.get("redirect_uri")));
      back.searchParams.set("state", String(url.searchParams.get("state")));
      if (state.refusal !== null) back.searchParams.set("error", state.refusal);
      else back.searchParams.set("code", grant(url.searchParams));
      return response.writeHead(302, { location: back.href }).end();
    }
    if (url.pathname === "/token") {
      const sent = new URLSearchParams(await text(request));
      state.exchanged.push(sent);
      if (!isGood(sent)) return json(400, { error: "invalid_grant", error_description: "the code is not good" });
      const token = randomBytes(16).toString("hex");
      tokens.add(token);
      const id = new SignJWT({}).setProtectedHeader({ alg: "RS256", kid: "1" }).setSubject("user-1");
      const dated = id.setIssuer(state.issuer).setAudience(CLIENT.clientId).setIssuedAt().setExpirationTime("1m");
      return json(200, { access_token: token, token_type: "Bearer", id_token: await dated.sign(privateKey) });
    }
    if (url.pathname === "/userinfo" && tokens.has(bearer(request)))
      return json(200, { sub: "user-1", ...state.claims });
    return json(url.pathname === "/userinfo" ? 401 : 404, {});
  });

  function grant(asked: URLSearchParams): string {
    const code = randomBytes(16).toString("hex");
    codes.set(code, { challenge: asked.get("code_challenge"), redirectUri: asked.get("redirect_uri") });
    return code;
  }

  function isGood(sent: URLSearchParams): boolean {
    const code = String(sent.get("code"));
    const granted = codes.get(code);
    codes.delete(code);
    const challenge = createHash("sha256")
      .update(String(sent.get("code_verifier")))
      .digest("base64url");
    const isClient = sent.get("client_id") === CLIENT.clientId && sent.get("client_secret") === CLIENT.clientSecret;
    return isClient && granted?.challenge === challenge && granted.redirectUri === sent.get("redirect_uri");
  }

  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  onTestFinished(async () => {
    http.closeAllConnections();
    await new Promise((resolve) => http.close(resolve));
  });
  const issuer = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const state: OpenidServer = { issuer, claims: {}, refusal: null, exchanged: [] };
  return state;
}

function metadata(issuer: string): object {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    userinfo_endpoint: `${issuer}/userinfo`,
    jwks_uri: `${issuer}/keys`,
    response_types_supported: ["code"],
    subject_types_supported: ["public"],
    id_token_signing_alg_values_supported: ["RS256"],
    token_endpoint_auth_methods_supported: ["client_secret_post"],
  };
}

function bearer(request: IncomingMessage): string {
  return String(request.headers.authorization).replace("Bearer ", "");
}
