import type { HeaderList, HttpRequest } from "../port.ts";

/** CORS policy: what answers allow pages of other origins. */
export interface CorsPolicy {
  /** `*`: any, answered as `*`. `reflected`: any, sent back. A list: its origins, sent back, and nothing to others. */
  readonly origins: "*" | "reflected" | readonly string[];
  /** Browsers may send credentials; never together with `*`. */
  readonly credentials: boolean;
  /** Requests without an origin are answered with an empty allowed origin instead of none. */
  readonly emptyWithoutOrigin: boolean;
  /** The answer to a preflight; `asked` reflects the requested methods. */
  readonly methods: string;
  readonly headers: string;
  /** Seconds for which browsers may cache a preflight's answer. */
  readonly maxAge: number;
}

/** The policy restricted to configured origins; listed ones may send credentials. */
export function withOrigins(policy: CorsPolicy, origins: "*" | readonly string[]): CorsPolicy {
  return { ...policy, origins, credentials: origins !== "*" };
}

/** The policy extended by these request headers. */
export function withHeaders(policy: CorsPolicy, headers: readonly string[]): CorsPolicy {
  return policy.headers === "asked" ? policy : { ...policy, headers: [policy.headers, ...headers].join(",") };
}

/** Whether a request is a CORS preflight. For requests with method OPTIONS. */
export function isPreflight(request: HttpRequest): boolean {
  return request.header("origin") !== undefined && request.header("access-control-request-method") !== undefined;
}

/** Headers of an answer to a request from this origin, or without one. */
export function corsHeaders(policy: CorsPolicy, origin: string | undefined): HeaderList {
  const allowed = allowedOrigin(policy, origin);
  if (allowed === null) return VARY;
  return [...VARY, ["access-control-allow-origin", allowed], ...(policy.credentials ? CREDENTIALS : [])];
}

/** Whether pages of an origin may read answers, and send any request after a preflight. */
export function allowsOrigin(policy: CorsPolicy, origin: string): boolean {
  return policy.origins === "*" || policy.origins === "reflected" || policy.origins.includes(origin);
}

/** Further headers of the answer to a preflight. */
export function preflightHeaders(policy: CorsPolicy, request: HttpRequest): HeaderList {
  return [
    ["access-control-allow-methods", listed(policy.methods, request.header("access-control-request-method"))],
    ["access-control-allow-headers", listed(policy.headers, request.header("access-control-request-headers"))],
    ["access-control-max-age", String(policy.maxAge)],
  ];
}

/** Caches must know that the answer depends on the origin, even if this request had none. */
const VARY: HeaderList = [["vary", "Origin"]];

const CREDENTIALS: HeaderList = [["access-control-allow-credentials", "true"]];

function allowedOrigin(policy: CorsPolicy, origin: string | undefined): string | null {
  if (origin === undefined || !isPlain(origin)) return policy.emptyWithoutOrigin ? "" : null;
  if (policy.origins === "*") return "*";
  return allowsOrigin(policy, origin) ? origin : null;
}

function listed(value: string, asked: string | undefined): string {
  if (value !== "asked") return value;
  return asked !== undefined && isPlain(asked) ? asked : "*";
}

/** Safe to be reflected: visible ASCII and blanks, of a length that browsers send. */
function isPlain(value: string): boolean {
  return value.length <= 1024 && /^[\x20-\x7e]+$/.test(value);
}
