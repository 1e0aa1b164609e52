import { pageLimits } from "../../contract/page-limits.ts";
import type { RestConfig } from "../../contract/profiles/rest-config.ts";
import type { Part } from "../part.ts";
import { answeredFiles } from "./answered-files.ts";
import { picturesOf } from "./pictures/pictures.ts";
import { withUploader } from "./quota/uploader.ts";
import { fileService } from "./serving/file-service.ts";
import type { UploadConfig, UploadOptions } from "./upload-config.ts";
import { bringsFiles, uploadLimit } from "./upload-limit.ts";
import { uploadService } from "./upload-service.ts";

interface UploadSettings {
  readonly uploads: UploadConfig;
  readonly rest: RestConfig;
  readonly answerBytes: number;
}

const UPLOAD_LIMIT = 200 * 1_048_576;

/** Uploaded files, as in Strapi's upload plugin. */
export const UPLOADS: Part<UploadSettings> = {
  types: (schema, { uploads }) =>
    typeof uploads === "object" && uploads.quota?.user !== undefined ? withUploader(schema) : schema,
  open: ({ uploads, rest, answerBytes }, { schema, profile, prefix, log }) => {
    if (uploads === false) return null;
    const given: UploadOptions = uploads === true ? {} : uploads;
    const { limit: fileLimit = UPLOAD_LIMIT } = given;
    const pictures = picturesOf(given, log);
    const acceptedTypes = { allowed: given.allowedTypes ?? null, denied: given.deniedTypes ?? [] };
    const quota = given.quota ?? {};
    let operationsOf: typeof import("./file-operations.ts").fileOperations;
    return {
      describes: async () => (await import("./operations.ts")).DESCRIPTION,
      graphql: {
        plugin: "upload",
        load: async () => {
          operationsOf = (await import("./file-operations.ts")).fileOperations;
        },
      },
      bodyLimit: (findCaller, otherwise) => uploadLimit(prefix, fileLimit, findCaller, otherwise),
      // A content type at the path of uploads takes their place.
      streams: schema.byPath.get("upload")?.kind === "collection" ? () => false : bringsFiles(prefix),
      serve: (mounting) => {
        const own = {
          profile,
          pictures,
          acceptedTypes,
          quota,
          fileLimit,
          pageLimits: pageLimits(rest),
          answerBytes,
          prefix,
        };
        const files = answeredFiles(mounting.files, log);
        return {
          services: [uploadService({ ...mounting, ...own, files }), fileService(files, mounting.defaults)],
          operations: () => operationsOf({ ...mounting, pictures }),
        };
      },
    };
  },
};
