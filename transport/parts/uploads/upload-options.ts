import type { CheckLimits, RawParams } from "../../../engine/internal.ts";
import type { FileStore } from "../../../storage/core.ts";
import type { Authorize } from "../../access/authorize.ts";
import type { Body } from "../../contract/parse-body.ts";
import type { Profile } from "../../contract/profiles/profile.ts";
import type { ServiceDefaults } from "../../contract/profiles/service-defaults.ts";
import type { RowParts } from "../../hooks/row-calls.ts";
import type { HttpRequest } from "../../http/port.ts";
import type { Runtime } from "../../runtime/runtime.ts";
import type { Pictures } from "./pictures/pictures.ts";
import type { QuotaOptions } from "./quota/quota-options.ts";
import type { AcceptedTypes } from "./receiving/accepted-types.ts";

/** The dependencies of the upload service. */
export interface UploadOptions extends RowParts {
  readonly files: FileStore;
  readonly runtime: Runtime;
  readonly pictures: Pictures;
  readonly acceptedTypes: AcceptedTypes;
  readonly profile: Pick<Profile, "uploadLinks" | "pluginRights">;
  /** Maximum bytes of one file. */
  readonly fileLimit: number;
  readonly quota: QuotaOptions;
  readonly authorize: Authorize;
  /** The parameters of a request. Throws EngineError. */
  readonly paramsOf: (request: HttpRequest) => RawParams;
  /** Parses the body of a request that is not a multipart form. Throws HttpError, before anything else is checked. */
  readonly prepare: (request: HttpRequest) => Body;
  /** The page sizes of lists. */
  readonly pageLimits: CheckLimits;
  /** The most bytes of one answer. */
  readonly answerBytes: number;
  readonly defaults: ServiceDefaults;
  /** The first part of every path, `/api`. */
  readonly prefix: string;
}
