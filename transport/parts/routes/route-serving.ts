import type { RawParams } from "../../../engine/internal.ts";
import type { Authorize } from "../../access/authorize.ts";
import type { FindCaller } from "../../access/caller.ts";
import type { Profile } from "../../contract/profiles/profile.ts";
import type { HookOrigin } from "../../hooks/run-hooks.ts";
import type { JsonLimits } from "../../http/json/json-limits.ts";
import type { HttpRequest } from "../../http/port.ts";
import type { LooseDocuments } from "./own-route.ts";
import type { OwnRoutes } from "./own-routes.ts";

/** The galley that routes of the user's own are in, as far as they need it. */
export interface RouteServing {
  readonly ownRoutes: OwnRoutes;
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
