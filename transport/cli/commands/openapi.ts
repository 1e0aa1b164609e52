import { extname } from "node:path";
import type { OpenApiDocument } from "../../parts/openapi/document.ts";
import type { Environment } from "../command.ts";
import { withServed } from "../content/with-served.ts";
import { writeOut } from "../output/write-out.ts";
import type { Arguments } from "../usage/usage.ts";

/** `galley openapi [PATH]`: writes the OpenAPI document of the server that PATH would start. */
export async function openapi(args: Arguments, environment: Environment): Promise<number> {
  const as = args.text("as");
  const document = await withServed(args, environment, (galley) => galley.openapi(as === undefined ? {} : { as }));
  const file = args.text("out");
  await writeOut(file, await textOf(document, file));
  return 0;
}

const YAML = new Set([".yaml", ".yml"]);

async function textOf(document: OpenApiDocument, file: string | undefined): Promise<string> {
  if (file === undefined || !YAML.has(extname(file).toLowerCase())) return `${JSON.stringify(document, null, 2)}\n`;
  const { yamlText } = await import("../../parts/openapi/yaml-text.ts");
  return yamlText(document);
}
