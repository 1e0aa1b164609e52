import { createReadStream } from "node:fs";
import { realpath, stat } from "node:fs/promises";
import { basename, dirname, join, resolve, sep } from "node:path";
import type { FileStore, Storage, StoredFile } from "../../../storage/core.ts";
import type { Answer } from "../../http/answer.ts";
import type { Interceptor } from "../../http/pipeline.ts";
import type { HttpRequest } from "../../http/port.ts";
import { answerFile } from "../uploads/serving/file-service.ts";

/** Where content and uploads are kept, which may be below a folder that is served. */
interface Keeping {
  readonly storage?: Storage;
  readonly files?: FileStore;
}

/**
 * The files of folders of the user's own, before the lists of json-server. Galley's own pages, below `/_`, stay. Files that Galley
 * keeps are not served: here uploads would run as scripts, at the origin of Studio.
 */
export function staticFiles(folders: readonly string[], keeping: Keeping): Interceptor {
  const roots = folders.map((folder) => resolve(folder));
  const kept = keptPaths(keeping);
  return (request, service, next) => {
    const { method, path } = request;
    if ((method !== "GET" && method !== "HEAD") || path.startsWith("/_")) return null;
    return answer(request).then((answered) => answered ?? next(request, service));
  };

  async function answer(request: HttpRequest): Promise<Answer | null> {
    for (const root of roots) {
      const path = await fileAt(root, request.path, kept);
      if (path === null) continue;
      if (path === FOLDER) return { status: 301, body: null, headers: [["location", withSlash(request)]] };
      const { default: mimeTypes } = await import("mime-types");
      const type = mimeTypes.contentType(/\.[^./\\]+$/.exec(path)?.[0] ?? "") || "application/octet-stream";
      const answered = answerFile(await opened(path), request, type);
      // The user's own pages may load what they like.
      return { ...answered, replaced: [["content-security-policy", "default-src * data: blob: 'unsafe-inline'"]] };
    }
    return null;
  }
}

/** A path names a folder without the slash behind it, from which links of its page start. */
const FOLDER = Symbol("folder");

/**
 * The file that a path names below a folder, or the `index.html` of the folder that it names. Null if there is none, it is
 * hidden, or Galley keeps it.
 */
async function fileAt(root: string, path: string, kept: readonly string[]): Promise<string | typeof FOLDER | null> {
  try {
    const named = join(root, decodeURIComponent(path));
    const isFolder = (await stat(named)).isDirectory();
    const found = await realpath(isFolder ? join(named, "index.html") : named);
    const below = (await realpath(root)) + sep;
    if (!found.startsWith(below) || isHidden(found.slice(below.length))) return null;
    for (const each of kept) if (found.startsWith(await realStart(each))) return null;
    if (!(await stat(found)).isFile()) return null;
    return isFolder && !path.endsWith("/") ? FOLDER : found;
  } catch {
    return null;
  }
}

/** As in json-server, names with a dot in front; and the configuration, which may have tokens. */
function isHidden(path: string): boolean {
  return path.split(sep).some((name) => name.startsWith(".")) || basename(path).startsWith("galley.config.");
}

/** The beginnings of the paths of all files that a storage and a file store make: `data/`, or `db.` for `db.json`. */
function keptPaths({ storage, files }: Keeping): readonly string[] {
  const starts = storage?.fitted === undefined ? [] : [storage.fitted.place + sep];
  if (hasPath(storage)) starts.push(storage.path.replace(/json$/i, ""));
  if (hasPath(files)) starts.push(files.path + sep);
  return starts;
}

function hasPath(value: object | undefined): value is { readonly path: string } {
  return value !== undefined && "path" in value && typeof value.path === "string";
}

/** The start without symbolic links. A folder that is not there yet keeps its name: it holds no files. */
async function realStart(start: string): Promise<string> {
  if (start.endsWith(sep))
    return realpath(start).then(
      (found) => found + sep,
      () => start,
    );
  return join(await realpath(dirname(start)).catch(() => dirname(start)), basename(start));
}

/** One slash at the front: two would name another host. */
function withSlash({ path, query }: HttpRequest): string {
  return `${path.replace(/^[/\\]+/, "/")}/${query === "" ? "" : `?${query}`}`;
}

async function opened(path: string): Promise<StoredFile> {
  const { size, mtimeMs } = await stat(path);
  return {
    size,
    modifiedAt: Math.floor(mtimeMs),
    read: (from = 0, to = size) => createReadStream(path, { start: from, end: Math.max(from, to - 1) }),
  };
}
