import type { RawParams } from "../../../engine/internal.ts";
import type { Store } from "../../../storage/core.ts";
import type { Authorize } from "../../access/authorize.ts";
import type { FindCaller, KnownCaller } from "../../access/caller.ts";
import type { Profile } from "../../contract/profiles/profile.ts";
import type { HookOrigin } from "../../hooks/hook-origin.ts";
import type { Answer } from "../../http/answer.ts";
import type { JsonLimits } from "../../http/json/json-limits.ts";
import type { ServiceAt } from "../../http/pipeline.ts";
import type { HttpRequest } from "../../http/port.ts";
import type { Service } from "../../http/service.ts";
import type { LooseDocuments } from "./own-route.ts";

/** The galley that routes of the user's own are in, as far as they need it. */
export interface RouteServing {
  readonly store: Store;
  readonly authorize: Authorize;
  readonly findCaller: FindCaller;
  readonly documentsFor: (origin: HookOrigin) => LooseDocuments;
  readonly origin: () => string;
  readonly paramsOf: (request: HttpRequest) => RawParams;
  readonly profile: Profile;
  readonly jsonLimits: JsonLimits;
  /** Maximum bytes of one answer. */
  readonly answerBytes: number;
  /** Answers to reads have an `ETag`. */
  readonly entityTags: boolean;
}

/** A request on its way to the service that its path belongs to. */
export interface Arriving {
  readonly request: HttpRequest;
  readonly service: Service;
  readonly serviceAt: ServiceAt;
}

/** A request to a route of the user's own. */
export interface RouteRun extends Arriving {
  readonly params: { readonly [name: string]: string };
  readonly caller: KnownCaller;
}

/**
 * Answers a request to a route of the user's own; null hands it on to the routes below.
 *
 * @throws its code's errors (rejected).
 */
export type AnswerRoute = (serving: RouteServing, run: RouteRun) => Promise<Answer | null>;

/** Runs around every request, and answers it in place of `inner`, which answers a request as without it. */
export type AroundRequests = (
  serving: RouteServing,
  arriving: Arriving,
  inner: (arriving: Arriving) => Answer | Promise<Answer>,
) => Promise<Answer>;
