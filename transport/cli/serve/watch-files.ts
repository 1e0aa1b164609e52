import { dirname, join, resolve, sep } from "node:path";
import { isArchive } from "../../strapi/archive/is-archive.ts";

/** Absolute paths: any change of these files, or below these folders, counts. */
export interface Watched {
  readonly trees: readonly string[];
  readonly files: readonly string[];
}

/** Folders of a project that `loadProject` reads. */
const PROJECT_FOLDERS = ["src", "config", "api", "components", "extensions"];

/** The files that content types are read from: folders of a project, or the file that PATH names. */
export function projectFiles(path: string | undefined, isFolder: boolean): Watched {
  if (path === undefined || isArchive(path)) return { trees: [], files: [] };
  const absolute = resolve(path);
  if (!isFolder) return { trees: [], files: [absolute] };
  return { trees: PROJECT_FOLDERS.map((name) => join(absolute, name)), files: [] };
}

/**
 * Watches these files, also before they exist. Once the promise has resolved, no change is missed; the resolved
 * function ends it. If the system refuses notifications, this is told once, and from then on the files are polled; with
 * `polls`, from the start.
 */
export async function watchFiles(
  watched: Watched,
  polls: boolean,
  onChange: () => void,
  onError: (error: unknown) => void,
): Promise<() => Promise<void>> {
  if (polls) return start(watched, true, onChange, onError);
  let isRefused = false;
  let stop = start(watched, false, onChange, (error) => {
    if (isRefused) return;
    isRefused = true;
    onError(error);
    stop = stop.then(async (end) => {
      await end();
      return start(watched, true, onChange, onError);
    });
  });
  await stop;
  return async () => (await stop)();
}

/** How often files are looked at, in milliseconds, where the system does not report changes. */
const POLLED = 500;

async function start(
  { trees, files }: Watched,
  polls: boolean,
  onChange: () => void,
  onError: (error: unknown) => void,
): Promise<() => Promise<void>> {
  const { watch } = await import("chokidar");
  const known = new Set(files);
  // Watches the folders around them, since editors replace files.
  const roots = new Set([...trees, ...files].map((path) => dirname(path)));
  const isBelow = (path: string) => trees.some((tree) => path === tree || path.startsWith(tree + sep));
  const isWatched = (path: string) => roots.has(path) || known.has(path) || (isBelow(path) && !isHidden(path, trees));
  const watcher = watch([...roots], {
    ignoreInitial: true,
    ignored: (path) => !isWatched(resolve(path)),
    ...(polls && { usePolling: true, interval: POLLED }),
  });
  watcher.on("all", onChange);
  watcher.on("error", onError);
  await new Promise<void>((done) => watcher.once("ready", () => done()));
  return () => watcher.close();
}

/** Installed packages, and the temporary files of editors. */
function isHidden(path: string, trees: readonly string[]): boolean {
  const tree = trees.find((each) => path.startsWith(each + sep)) ?? path;
  return path
    .slice(tree.length)
    .split(sep)
    .some((name) => name === "node_modules" || name.startsWith("."));
}
