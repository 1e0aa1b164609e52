import type { HostileRequest } from "../arbitraries/hostile/hostile-request.ts";
import { LIVE, type Live, PROVIDERS } from "../arbitraries/hostile/hostile-sessions.ts";
import type { RequestHeaders } from "../arbitraries/hostile/request-headers.ts";
import type { Answer } from "../support/vectors/play/exchange.ts";

/** Of each kind the newest are kept. */
const ROOM = 20;

const PLACE = new RegExp(`@(${LIVE.join("|")})@`, "g");

const ISSUED = /"(?:jwt|refreshToken|lastActiveAt)":/;

/** Secrets that one server has issued to its callers, for requests that use them. */
export class Kept {
  readonly #values = new Map<Live, string[]>(LIVE.map((name) => [name, []]));
  readonly #issuer: string;
  #filled = 0;

  /** `issuer`: the provider at which users sign in. */
  constructor(issuer: string) {
    this.#issuer = issuer;
  }

  /** The request with issued values where it asks for them, another one for each request. */
  filled(request: HostileRequest): HostileRequest {
    const { path, headers, body } = request;
    const at = this.#filled++;
    const fill = (text: string): string =>
      text.includes("@") ? text.replaceAll(PLACE, (_, name: Live) => this.#value(name, at)) : text;
    const header = (value: RequestHeaders[string]) => (typeof value === "string" ? fill(value) : value.map(fill));
    return {
      ...request,
      path: fill(path),
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, header(value)])),
      body: typeof body === "string" ? fill(body) : body,
    };
  }

  /** Keeps what the answer issues; goes on to the provider's page if it leads there. */
  async keep(answer: Answer): Promise<void> {
    const { headers } = answer;
    // Most answers issue nothing, and are not worth parsing.
    const body = answer.status < 400 && ISSUED.test(answer.text) ? answer.body : null;
    const issued = typeof body === "object" && body !== null ? body : {};
    for (const name of ["jwt", "refreshToken"] as const)
      if (name in issued) this.#add(name, String((issued as Record<string, unknown>)[name]));
    if ("data" in issued && Array.isArray(issued.data))
      for (const each of issued.data) if (each?.lastActiveAt !== undefined) this.#add("sessionId", String(each.id));
    const { location = "", "set-cookie": cookies = "" } = headers;
    const refresh = /strapi_up_refresh=([^;,]+)/.exec(cookies)?.[1];
    if (refresh !== undefined) this.#add("refreshCookie", refresh);
    const proof = /galley_connect=([^;,]+)/.exec(cookies)?.[1];
    if (proof === undefined) return;
    if (!location.startsWith(this.#issuer)) return this.#add("proof", proof);
    const led = await fetch(location, { redirect: "manual" });
    // Together, so that they fit.
    this.#add("begun", proof);
    this.#add("callback", new URL(led.headers.get("location") ?? location).search.slice(1));
  }

  #add(name: Live, value: string): void {
    const values = this.#values.get(name) ?? [];
    values.push(value);
    if (values.length > ROOM) values.shift();
  }

  #value(name: Live, at: number): string {
    const values = this.#values.get(name) ?? [];
    return values[at % Math.max(1, values.length)] ?? "none";
  }
}

/** The options of users with sessions who sign in at a provider too. */
export function withProviders(issuer: string): object {
  const client = { clientId: "galley", clientSecret: "a secret of the client" };
  const [answers, gone] = PROVIDERS;
  return {
    sessions: true,
    providers: {
      [answers]: { ...client, issuer, callback: "https://www.example.org/connected" },
      [gone]: { ...client, issuer: "http://127.0.0.1:9" },
    },
  };
}
