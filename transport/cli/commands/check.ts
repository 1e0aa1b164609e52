import { loadProject, type Project, type ProjectOptions } from "../../strapi/project/load-project.ts";
import { describeFault, ProjectError } from "../../strapi/project/project-error.ts";
import type { Environment } from "../command.ts";
import { unreadLine } from "../output/tell-unread.ts";
import { type Arguments, UsageError } from "../usage/usage.ts";

/** Files of a project's own code that are listed one by one. */
const FEW_FILES = 20;

type Checked = Project | ProjectError;

/** `galley check PATH`: lists every finding. Exit code 1 if nothing can be served or, with `--strict`, if there is any. */
export async function check(args: Arguments, { GALLEY_KEY }: Environment): Promise<number> {
  const [path] = args.operands;
  if (path === undefined) throw new UsageError("PATH is missing");
  const checked = await load(path, { key: args.text("key") ?? GALLEY_KEY, runCode: args.isOn("run-config") });
  const text = args.isOn("json")
    ? `${JSON.stringify(asJson(checked), null, 2)}\n`
    : asText(path, checked, args.isOn("all"));
  process.stdout.write(text);
  if (checked instanceof ProjectError) return 1;
  return args.isOn("strict") && checked.warnings.length > 0 ? 1 : 0;
}

async function load(path: string, options: ProjectOptions): Promise<Checked> {
  try {
    return await loadProject(path, options);
  } catch (error) {
    if (error instanceof ProjectError) return error;
    throw error;
  }
}

function asJson(checked: Checked) {
  if (checked instanceof ProjectError)
    return {
      served: false,
      types: 0,
      components: 0,
      faults: checked.faults,
      warnings: [],
      code: [],
      unread: [],
      populate: {},
    };
  const { warnings, code, unread, populate } = checked;
  return { served: true, ...sizeOf(checked), faults: [], warnings, code, unread, populate };
}

function sizeOf({ schema, definition }: Project): { readonly types: number; readonly components: number } {
  return { types: Object.keys(definition.contentTypes).length, components: schema.components.size };
}

function asText(path: string, checked: Checked, isWhole: boolean): string {
  if (checked instanceof ProjectError) return lines([...checked.faults.map(describeFault), `${path} cannot be served`]);
  const { types, components } = sizeOf(checked);
  const code = isWhole || checked.code.length <= FEW_FILES ? checked.code.map(notRun) : summary(checked.code);
  const warnings = checked.warnings.length === 0 ? "no warnings" : `warnings: ${checked.warnings.length}`;
  const sum = `${path} can be served: content types: ${types}, components: ${components}, ${warnings}`;
  const unread = checked.unread.length === 0 ? [] : [unreadLine(checked.unread)];
  return lines([...checked.warnings.map(describeFault), ...code, ...populateOf(checked), ...unread, sum]);
}

/** The populate of its route middlewares, as a configuration that does the same. */
function populateOf({ populate, underived }: Project): readonly string[] {
  const notes = underived.map(({ file, message }) => `${file}: ${message}`);
  if (Object.keys(populate).length === 0) return notes;
  const config = JSON.stringify({ rest: { populate } }, null, 2);
  return [...notes, "Its route middlewares populate this, which --run-project=populate uses:", config];
}

function notRun(file: string): string {
  return `${file}: is not run`;
}

/** A line for each kind of code, and how to see the files. */
function summary(files: readonly string[]): readonly string[] {
  const kinds = new Map<string, string[]>();
  for (const file of files) {
    const alike = kinds.get(kindOf(file)) ?? [];
    kinds.set(kindOf(file), alike);
    alike.push(file);
  }
  const lineOf = ([kind, alike]: readonly [string, readonly string[]]) =>
    alike.length === 1 ? alike.map(notRun) : [`${kind}: ${alike.length} files are not run`];
  return [...[...kinds].flatMap(lineOf), "--all lists each file that is not run"];
}

/** All controllers of `src/api/NAME/controllers/` are of one kind, and so on; elsewhere a folder under `src` is one. */
function kindOf(file: string): string {
  const [root, folder, ...rest] = file.split("/");
  const inApi = folder === "api" && rest.length > 2;
  return [root, folder, ...(inApi ? ["*", rest[1]] : [])].join("/");
}

function lines(texts: readonly string[]): string {
  return `${texts.join("\n")}\n`;
}
