import type { RestConfig } from "../../contract/profiles/rest-config.ts";
import { pageLimits } from "../../contract/query-limits.ts";
import { isBelow } from "../../http/path-below.ts";
import { type GraphqlOptions, graphqlFormat, graphqlPath } from "../graphql/options.ts";
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
  readonly graphql: boolean | GraphqlOptions;
  readonly rest: RestConfig;
  readonly answerBytes: number;
}

const UPLOAD_LIMIT = 200 * 1_048_576;

/** Uploaded files, as in Strapi's upload plugin. */
export const UPLOADS: Part<UploadSettings> = {
  types: (schema, { uploads }) =>
    typeof uploads === "object" && uploads.quota?.user !== undefined ? withUploader(schema) : schema,
  open: ({ uploads, graphql, rest, answerBytes }, { schema, profile, prefix, log }) => {
    if (uploads === false) return null;
    const given: UploadOptions = uploads === true ? {} : uploads;
    const { limit: fileLimit = UPLOAD_LIMIT } = given;
    const pictures = picturesOf(given, log);
    const acceptedTypes = { allowed: given.allowedTypes ?? null, denied: given.deniedTypes ?? [] };
    const quota = given.quota ?? {};
    let operationsOf: typeof import("./file-operations.ts").fileOperations;
    let formsOf: typeof import("./receiving/operation-form.ts").operationForms;
    const root = `${prefix}/upload`;
    const isRoute = isBelow(root);
    const isOperation = graphqlFormat(graphql, rest) === "v4" ? bringsFiles(graphqlPath(graphql)) : () => false;
    // A content type at the path of uploads takes their place.
    const isForm = schema.byPath.get("upload")?.kind === "collection" ? () => false : bringsFiles(root);
    return {
      describes: async () => (await import("./operations.ts")).DESCRIPTION,
      graphql: {
        plugin: "upload",
        load: async () => {
          operationsOf = (await import("./file-operations.ts")).fileOperations;
          formsOf = (await import("./receiving/operation-form.ts")).operationForms;
        },
      },
      bodyLimit: (findCaller, otherwise) =>
        uploadLimit((head) => isRoute(head.path) || isOperation(head), fileLimit, findCaller, otherwise),
      streams: (head) => isForm(head) || isOperation(head),
      serve: (mounting) => {
        const limits = { fileLimit, pageLimits: pageLimits(rest), answerBytes };
        const own = { profile, prefix, pictures, acceptedTypes, quota, ...limits };
        const files = answeredFiles(mounting.files, log);
        return {
          services: [uploadService({ ...mounting, ...own, files }), fileService(files, mounting.defaults)],
          operations: () => operationsOf({ ...mounting, ...own, files }),
          operationForms: () => formsOf({ ...mounting, quota, files }),
        };
      },
    };
  },
};
