import type { CheckLimits } from "../../../engine/internal.ts";
import type { Profile } from "../../contract/profiles/profile.ts";
import type { Common, Mounting } from "../part.ts";
import type { Pictures } from "./pictures/pictures.ts";
import type { AcceptedTypes } from "./receiving/accepted-types.ts";
import type { QuotaOptions } from "./upload-config.ts";

/** The dependencies of the upload service. */
export interface UploadOptions
  extends Pick<Common, "prefix">,
    Pick<Mounting, "store" | "hooks" | "files" | "runtime" | "authorize" | "paramsOf" | "prepare" | "defaults"> {
  readonly pictures: Pictures;
  readonly acceptedTypes: AcceptedTypes;
  readonly profile: Pick<Profile, "uploadLinks" | "pluginRights">;
  /** Maximum bytes of one file. */
  readonly fileLimit: number;
  readonly quota: QuotaOptions;
  /** The page sizes of lists. */
  readonly pageLimits: CheckLimits;
  /** The most bytes of one answer. */
  readonly answerBytes: number;
}
