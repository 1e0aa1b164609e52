import { HttpError } from "../http/http-error.ts";
import type { Guard, Observer } from "../http/pipeline.ts";
import type { HttpRequest } from "../http/port.ts";
import type { FindCaller } from "./caller.ts";
import { type ClientAddress, clientAddress } from "./client-address.ts";
import { type Rate, RateLimiter } from "./rate-limiter.ts";

/** How often one client may ask. */
export interface RateLimitConfig {
  /** Requests of one address in `seconds`, and as many of one token: no limit when absent. */
  readonly requests?: number;
  /** 60 when absent. */
  readonly seconds?: number;
  /** Refused credentials, failed sign-ins, sign-ups and forgotten passwords of one address in a minute: 60. */
  readonly failures?: number;
  /** Addresses of proxies whose `x-forwarded-for` is believed: none. */
  readonly trustedProxies?: readonly string[];
}

/** What the pipeline calls before and after each answer. */
export interface RateLimit {
  /** Refuses callers over the limit. `findCaller` checks the credentials for the contents of the request. */
  readonly guardFor: (findCaller: FindCaller) => Guard;
  readonly observer: Observer;
  readonly guessing: Guessing;
}

/**
 * Lets a request try something that may not be tried too often: to guess a secret, to sign up, to have a message sent. It
 * counts before it is tried, so that many at once pass no limit. Rejects with HttpError `too many requests`, and as
 * `attempt` does.
 */
export type Guessing = <T>(request: HttpRequest, counting: Counting, attempt: () => Promise<T>) => Promise<T>;

export interface Counting {
  /** A guess that was right is given back; what counts `always` is not. */
  readonly counts: "unless right" | "always";
  /** A signed-in user, who is identified by this instead of the address, which others share. */
  readonly user?: number;
}

const FAILURES = 60;

const MINUTE = 60;

/** Probes of a supervisor come often, and must get through to be of use. */
const FREE = "/_health";

/**
 * Refuses callers over the limit with 429. Clients are distinguished by the address of their socket and by the name of
 * their token, never by what they can choose. Requests without an address, those without a socket, are not limited.
 */
export function rateLimit(config: RateLimitConfig, now: () => number): RateLimit {
  const addressOf = clientAddress(config.trustedProxies ?? []);
  const failures = failureLimit(config.failures ?? FAILURES, addressOf, now);
  const requests =
    config.requests === undefined
      ? null
      : requestLimit({ count: config.requests, seconds: config.seconds ?? MINUTE }, addressOf, now);
  return {
    ...failures,
    guardFor: (findCaller) => {
      const guards = [failures.guardFor(findCaller), ...(requests === null ? [] : [requests(findCaller)])];
      return (request) => {
        if (request.path.startsWith(FREE)) return;
        for (const guard of guards) guard(request);
      };
    },
  };
}

function requestLimit(rate: Rate, addressOf: ClientAddress, now: () => number): RateLimit["guardFor"] {
  const limiter = new RateLimiter(rate);
  return (findCaller) => (request) => {
    const address = addressOf(request);
    if (address === "") return;
    const caller = findCaller(request.header("authorization"));
    const names = caller.kind === "token" ? [`address ${address}`, `token ${caller.name}`] : [`address ${address}`];
    const time = now();
    for (const name of names) refuseUntil(limiter.delay(name, time));
    for (const name of names) limiter.charge(name, time);
  };
}

/**
 * Lets an address no longer try credentials once too many of its were refused. Credentials that are good pass all the
 * same: nobody is locked out by what others at the same address try, and those that Galley makes are beyond guessing.
 */
function failureLimit(count: number, addressOf: ClientAddress, now: () => number): RateLimit {
  const limiter = new RateLimiter({ count, seconds: MINUTE });
  return {
    guardFor: (findCaller) => (request) => {
      if (limiter.isIdle(now)) return;
      const credentials = request.header("authorization");
      if (credentials === undefined) return;
      const delay = limiter.delay(addressOf(request), now());
      if (delay > 0 && findCaller(credentials).kind === "unauthorized") refuseUntil(delay);
    },
    observer: (request, { status }) => {
      if (status !== 401 || request.header("authorization") === undefined) return;
      const address = addressOf(request);
      if (address !== "") limiter.charge(address, now());
    },
    guessing: async (request, { counts, user }, attempt) => {
      const address = addressOf(request);
      if (address === "") return attempt();
      const client = user === undefined ? address : `user ${user}`;
      refuseUntil(limiter.delay(client, now()));
      limiter.charge(client, now());
      const result = await attempt();
      if (counts === "unless right") limiter.refund(client);
      return result;
    },
  };
}

/** @throws HttpError `too many requests` when there is time to wait. */
function refuseUntil(milliseconds: number): void {
  if (milliseconds <= 0) return;
  const seconds = Math.ceil(milliseconds / 1000);
  throw new HttpError("too many requests", "Too many requests, please try again later.", [
    ["retry-after", String(seconds)],
  ]);
}
