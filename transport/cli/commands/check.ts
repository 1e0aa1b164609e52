import { loadProject, type Project } from "../../strapi/project/load-project.ts";
import { describeFault, ProjectError } from "../../strapi/project/project-error.ts";
import type { Environment } from "../command.ts";
import { type Arguments, UsageError } from "../usage/usage.ts";

type Checked = Project | ProjectError;

/** `galley check PATH`: lists every finding. Exit code 1 if nothing can be served or, with `--strict`, if there is any. */
export async function check(args: Arguments, { GALLEY_KEY }: Environment): Promise<number> {
  const [path] = args.operands;
  if (path === undefined) throw new UsageError("PATH is missing");
  const checked = await load(path, args.text("key") ?? GALLEY_KEY);
  process.stdout.write(args.isOn("json") ? `${JSON.stringify(asJson(checked), null, 2)}\n` : asText(path, checked));
  if (checked instanceof ProjectError) return 1;
  return args.isOn("strict") && checked.warnings.length > 0 ? 1 : 0;
}

async function load(path: string, key: string | undefined): Promise<Checked> {
  try {
    return await loadProject(path, { key });
  } catch (error) {
    if (error instanceof ProjectError) return error;
    throw error;
  }
}

function asJson(checked: Checked) {
  if (checked instanceof ProjectError)
    return { served: false, types: 0, components: 0, faults: checked.faults, warnings: [], code: [] };
  const { warnings, code } = checked;
  return { served: true, ...sizeOf(checked), faults: [], warnings, code };
}

function sizeOf({ schema, definition }: Project): { readonly types: number; readonly components: number } {
  return { types: Object.keys(definition.contentTypes).length, components: schema.components.size };
}

function asText(path: string, checked: Checked): string {
  if (checked instanceof ProjectError) return lines([...checked.faults.map(describeFault), `${path} cannot be served`]);
  const { types, components } = sizeOf(checked);
  const code = checked.code.map((file) => `${file}: is not run`);
  const warnings = checked.warnings.length === 0 ? "no warnings" : `warnings: ${checked.warnings.length}`;
  const sum = `${path} can be served: content types: ${types}, components: ${components}, ${warnings}`;
  return lines([...checked.warnings.map(describeFault), ...code, sum]);
}

function lines(texts: readonly string[]): string {
  return `${texts.join("\n")}\n`;
}
