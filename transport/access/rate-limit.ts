import { HttpError } from "../http/http-error.ts";
import type { Guard, Observer } from "../http/pipeline.ts";
import type { HttpRequest } from "../http/port.ts";
import type { FindCaller } from "./caller.ts";
import { type ClientAddress, clientAddress } from "./client-address.ts";
import { type Rate, RateLimiter } from "./rate-limiter.ts";

/** Limits on the requests of one client. */
export interface RateLimitConfig {
  /** Requests per address, and per token, in `seconds`: no limit if absent. */
  readonly requests?: number;
  /** Default: 60. */
  readonly seconds?: number;
  /** Refused credentials, failed sign-ins, sign-ups and forgotten passwords per address and minute. Default: 60. */
  readonly failures?: number;
  /** Addresses of proxies whose `x-forwarded-for` is trusted. Default: none. */
  readonly trustedProxies?: readonly string[];
}

/** Hooks that the pipeline calls before and after each answer. */
export interface RateLimit {
  /** Refuses callers over the limit. `findCaller` checks the request's credentials. */
  readonly guardFor: (findCaller: FindCaller) => Guard;
  readonly observer: Observer;
  readonly guessing: Guessing;
}

/**
 * Admits an attempt at something that must not be tried too often: guessing a secret, signing up, requesting a message.
 * The attempt is charged before it runs, so that concurrent ones cannot exceed the limit. Rejects with HttpError
 * `too many requests`, and with the error of `attempt`.
 */
export type Guessing = <T>(request: HttpRequest, counting: Counting, attempt: () => Promise<T>) => Promise<T>;

export interface Counting {
  /** Refunds a guess that was right; attempts of the kind `always` are never refunded. */
  readonly counts: "unless right" | "always";
  /** Identifies a signed-in user in place of the address, which others may share. */
  readonly user?: number;
}

const FAILURES = 60;

const MINUTE = 60;

/** Health probes are frequent, and must always get through. */
const FREE = "/_health";

/**
 * Refuses callers over the limit with 429. Clients are distinguished by the address of their socket and by the name of
 * their token, never by anything they can choose. Requests without a socket have no address and are not limited.
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
 * Stops checking the credentials of an address after too many were refused. Valid credentials always pass: nobody is
 * locked out by what others at the same address try, and the tokens that Galley generates cannot be guessed.
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

/** @throws HttpError `too many requests` if there is a delay. */
function refuseUntil(milliseconds: number): void {
  if (milliseconds <= 0) return;
  const seconds = Math.ceil(milliseconds / 1000);
  throw new HttpError("too many requests", "Too many requests, please try again later.", [
    ["retry-after", String(seconds)],
  ]);
}
