import { type Action, EngineError, FILE_TYPE } from "../../../engine/internal.ts";
import { askedBy } from "../../access/note-author.ts";
import { PlainEntries } from "../../contract/plain-entries.ts";
import { withinBytes } from "../../http/answer-size.ts";
import { isForm } from "../../http/form/form-type.ts";
import { isBelow } from "../../http/path-below.ts";
import { type Needs, ownRight, type Route, Router } from "../../http/router.ts";
import type { RouteHandle, Service } from "../../http/service.ts";
import { storedEntry } from "./stored-entry.ts";
import type { UploadOptions } from "./upload-options.ts";

/**
 * Uploaded files: receives, describes, lists and removes them as Strapi's upload plugin does. The code that receives
 * files is loaded with the first upload.
 */
export function uploadService(options: UploadOptions): Service {
  const { store, authorize, paramsOf, defaults, prefix, answerBytes } = options;
  const files = new PlainEntries(store, FILE_TYPE, { answerBytes, shown: withoutSignature, maySuspend: true });
  const written = (documentId: string) => files.written(documentId);
  // In Strapi a right of its own.
  const pageRight = ownRight(FILE_TYPE, options.profile.pluginRights === "by role" ? "findPage" : "find");

  const list: RouteHandle = ({ request }) => {
    const { access } = authorize(request, FILE_TYPE, "find");
    return { status: 200, body: files.list(paramsOf(request), access) };
  };
  const page: RouteHandle = ({ request }) => {
    const { access } = authorize(request, FILE_TYPE, pageRight.action);
    return { status: 200, body: files.page(paramsOf(request), access, options.pageLimits) };
  };
  const one: RouteHandle = ({ request, params: [id = ""] }) => {
    const { access } = authorize(request, FILE_TYPE, "findOne");
    const params = paramsOf(request);
    files.check(params, access);
    // All but `populate` has no effect, as in Strapi.
    const body = found(files.one(id, { populate: params.populate }, access));
    return { status: 200, body: withinBytes(body, answerBytes) };
  };
  const remove: RouteHandle = async ({ request, params: [id = ""] }) => {
    const caller = authorize(request, FILE_TYPE, "delete");
    const { access } = caller;
    const body = found(files.one(id, {}, access));
    const { Uploads } = await import("./uploads.ts");
    const entry = storedEntry(store, id);
    if (entry !== null) await new Uploads({ ...options, note: askedBy(caller, request).note }, written).remove(entry);
    return { status: 200, body };
  };
  const upload: RouteHandle = async (call) => {
    const { receive } = await import("./receiving/receive.ts");
    return receive(options, call, written);
  };

  const root = `${prefix}/upload`;
  return {
    ...defaults,
    owns: isBelow(root),
    looksFirst: ["POST", "DELETE"],
    // A form is received only once its caller is known to have the right.
    prepare: (request) => (isForm(request) && request.body !== null ? null : options.prepare(request)),
    router: new Router<RouteHandle>([
      { method: "POST", path: root, describes: "upload", handle: upload, needs: needs("create") },
      { method: "GET", path: `${root}/files`, describes: "findAllFiles", handle: list, needs: needs("find") },
      { method: "GET", path: `${root}/files/page`, describes: "findPageOfFiles", handle: page, needs: pageRight },
      { method: "GET", path: `${root}/files/:id`, describes: "findOneFile", handle: one, needs: needs("findOne") },
      { method: "DELETE", path: `${root}/files/:id`, describes: "deleteFile", handle: remove, needs: needs("delete") },
    ] satisfies readonly UploadRoute[]),
  };
}

export interface UploadRoute extends Route<RouteHandle> {
  readonly describes: keyof typeof import("./operations.ts")["DESCRIPTION"]["operations"];
}

function needs(action: Action): Needs {
  return { type: FILE_TYPE, action };
}

/** URLs of locally stored files are never signed. */
function withoutSignature(entry: string): string {
  return `${entry.slice(0, -1)},"isUrlSigned":false}`;
}

function found(entry: string | null): string {
  if (entry === null) throw new EngineError("not-found", "file.notFound");
  return entry;
}
