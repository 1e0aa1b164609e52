import type { FindCaller } from "../content/caller.ts";
import { HttpError } from "../http-error.ts";
import type { Guard, Observer } from "../pipeline.ts";
import type { HttpRequest } from "../port.ts";
import { Allowances, type Rate } from "./allowances.ts";
import { type ClientAddress, clientAddress } from "./client-address.ts";

/** How often one client may ask. */
export interface RateLimitConfig {
  /** Requests of one address in `seconds`, and as many of one token: no limit when absent. */
  readonly requests?: number;
  /** 60 when absent. */
  readonly seconds?: number;
  /** Refused credentials and failed sign-ins of one address in a minute: 60. */
  readonly failures?: number;
  /** Addresses of proxies whose `x-forwarded-for` is believed: none. */
  readonly trustedProxies?: readonly string[];
}

/** What the pipeline asks and tells. */
export interface RateLimit {
  readonly guard: Guard;
  readonly observer: Observer;
  readonly guessing: Guessing;
}

/**
 * Lets a request try something whose refusals are failed guesses at a secret: who fails too often is not asked again.
 * Rejects with HttpError `too many requests`, and as `guess` does.
 */
export type Guessing = <T>(request: HttpRequest, guess: () => Promise<T>) => Promise<T>;

/** Who is known by credentials, and which were good before. */
export interface Callers {
  readonly findCaller: FindCaller;
  readonly remembers: (authorization: string) => boolean;
}

const FAILURES = 60;

const MINUTE = 60;

/** Probes of a supervisor come often, and must get through to be of use. */
const FREE = "/_health";

/**
 * Refuses with 429 who asks too often. Clients are told apart by the address of their socket and by the name of their
 * token, never by what they can choose. Requests without an address, those without a socket, are not limited.
 */
export function rateLimit(config: RateLimitConfig, { findCaller, remembers }: Callers, now: () => number): RateLimit {
  const addressOf = clientAddress(config.trustedProxies ?? []);
  const failures = failureLimit(config.failures ?? FAILURES, addressOf, remembers, now);
  if (config.requests === undefined) return failures;
  const requests = requestLimit(
    { count: config.requests, seconds: config.seconds ?? MINUTE },
    addressOf,
    findCaller,
    now,
  );
  return {
    guard: (request) => {
      if (request.path.startsWith(FREE)) return;
      failures.guard(request);
      requests(request);
    },
    observer: failures.observer,
    guessing: failures.guessing,
  };
}

function requestLimit(rate: Rate, addressOf: ClientAddress, findCaller: FindCaller, now: () => number): Guard {
  const allowances = new Allowances(rate);
  return (request) => {
    const address = addressOf(request);
    if (address === "") return;
    const caller = findCaller(request.header("authorization"));
    const names = caller.kind === "token" ? [`address ${address}`, `token ${caller.name}`] : [`address ${address}`];
    const time = now();
    for (const name of names) refuseUntil(allowances.wait(name, time));
    for (const name of names) allowances.take(name, time);
  };
}

/**
 * Lets an address no longer try new credentials once too many of its were refused. Not even right ones: who guesses
 * must not learn that a guess was right. Credentials that were good before go on being so.
 */
function failureLimit(
  count: number,
  addressOf: ClientAddress,
  remembers: Callers["remembers"],
  now: () => number,
): RateLimit {
  const allowances = new Allowances({ count, seconds: MINUTE });
  const fail = (request: HttpRequest): void => {
    const address = addressOf(request);
    if (address !== "") allowances.take(address, now());
  };
  return {
    guard: (request) => {
      if (allowances.areWhole(now)) return;
      const credentials = request.header("authorization");
      if (credentials === undefined || remembers(credentials)) return;
      refuseUntil(allowances.wait(addressOf(request), now()));
    },
    observer: (request, { status }) => {
      if (status === 401 && request.header("authorization") !== undefined) fail(request);
    },
    guessing: async (request, guess) => {
      refuseUntil(allowances.wait(addressOf(request), now()));
      try {
        return await guess();
      } catch (error) {
        fail(request);
        throw error;
      }
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
