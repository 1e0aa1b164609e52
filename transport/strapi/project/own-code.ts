import { isMiddleware } from "./files/derive-populate.ts";

/** Whether the own code of a project runs; `populate`: none, but `rest.populate` is as its route middlewares set it. */
export type RunsProject = boolean | "populate";

/** Tells of code that is not run. `populated`: the uids of the types for which its route middlewares populate. */
export function ownCodeNote(files: readonly string[], populated: readonly string[], runs: RunsProject): string {
  const described = describeCode(files);
  if (runs === "populate") {
    return `Of the project's own code, what route middlewares populate is used (${populated.join(", ") || "none do"}), the rest not: ${described}`;
  }
  const derived = "; --run-project=populate uses what its route middlewares populate";
  // Their front ends find nothing without it.
  const other = files.some(isMiddleware) ? "; rest.populate stands in for middlewares that populate" : "";
  return `Run the project's own code with --run-project: ${described}${populated.length > 0 ? derived : other}`;
}

/** Kinds of code that are named on one line. */
const MOST = 3;

/** `14 files (src/index.ts, 3 controllers, 2 lifecycles, …)` */
export function describeCode(files: readonly string[]): string {
  const kinds = new Map<string, number>();
  for (const file of files) kinds.set(kindOf(file), (kinds.get(kindOf(file)) ?? 0) + 1);
  const named = [...kinds].map(([kind, count]) => {
    if (kind.includes("/")) return kind;
    return `${count} ${count === 1 ? kind.replace(/ies$/, "y").replace(/(?<=[a-z]{3})s$/, "") : kind}`;
  });
  // Files that are named by themselves come first, then what there is most of.
  const size = (text: string) => (text.includes("/") ? Number.POSITIVE_INFINITY : Number.parseInt(text, 10));
  const sorted = named.sort((one, other) => (size(one) === size(other) ? 0 : size(other) - size(one)));
  const shown = sorted.length > MOST ? [...sorted.slice(0, MOST), "…"] : sorted;
  return `${files.length} ${files.length === 1 ? "file" : "files"} (${shown.join(", ")})`;
}

/** `controllers`; a file that is alone of its kind is its own. */
function kindOf(file: string): string {
  const [, folder = "", , kind = "", ...rest] = file.split("/");
  if (file.endsWith("/lifecycles.js") || file.endsWith("/lifecycles.ts")) return "lifecycles";
  if (folder === "api") return rest.length > 0 || FOLDERS.has(kind) ? kind : file;
  return FOLDERS.has(folder) ? folder : file;
}

const FOLDERS: ReadonlySet<string> = new Set(["extensions", "middlewares", "plugins", "policies"]);
