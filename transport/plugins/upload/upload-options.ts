import type { CheckLimits, RawParams } from "../../../engine/internal.ts";
import type { FileStore, Store } from "../../../storage/internal.ts";
import type { Authorize } from "../../access/authorize.ts";
import type { Body } from "../../contract/parse-body.ts";
import type { ServiceDefaults } from "../../contract/service-defaults.ts";
import type { HttpRequest } from "../../http/port.ts";
import type { Runtime } from "../../runtime/runtime.ts";
import type { AcceptedTypes } from "./accepted-types.ts";
import type { Pictures } from "./pictures.ts";

/** What the service of uploaded files works with. */
export interface UploadOptions {
  readonly store: Store;
  readonly files: FileStore;
  readonly runtime: Runtime;
  readonly pictures: Pictures;
  readonly acceptedTypes: AcceptedTypes;
  readonly authorize: Authorize;
  /** The parameters of a request. Throws EngineError. */
  readonly paramsOf: (request: HttpRequest) => RawParams;
  /** The body of a request that is no form with parts. Throws HttpError. */
  readonly bodyOf: (request: HttpRequest) => Body;
  /** Of lists that come in pages. */
  readonly pageLimits: CheckLimits;
  /** Bytes of one answer. */
  readonly answerBytes: number;
  readonly defaults: ServiceDefaults;
  /** First part of every path, `/api`. */
  readonly prefix: string;
}
