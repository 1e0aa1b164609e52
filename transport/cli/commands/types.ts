import { defineSchema, withLocales } from "../../../engine/internal.ts";
import { PROFILES } from "../../contract/profiles/profile-name.ts";
import { generateTypes } from "../../library/generate/generate-types.ts";
import { defaultProfile } from "../../strapi/project/is-strapi-project.ts";
import { loadProject } from "../../strapi/project/load-project.ts";
import type { Environment } from "../command.ts";
import { DEMO_SCHEMA } from "../demo/schema.ts";
import { loadConfig } from "../load-config.ts";
import { tellUnread } from "../output/tell-unread.ts";
import { writeOut } from "../output/write-out.ts";
import type { Arguments } from "../usage/usage.ts";

/** `galley types [PATH]`: writes the types with which a program calls the API. */
export async function types(args: Arguments, { GALLEY_KEY: key }: Environment): Promise<number> {
  const [path] = args.operands;
  const runCode = args.isOn("run-config");
  const { config } = await loadConfig(process.cwd(), args.text("config"), path, { runCode });
  const project = path === undefined ? null : await loadProject(path, { key, runCode });
  tellUnread(project?.unread ?? []);
  const schema = project?.schema ?? defineSchema(DEMO_SCHEMA);
  const profile = PROFILES.find((name) => name === args.text("profile")) ?? config.profile ?? defaultProfile(path);
  const text = generateTypes(withLocales(schema, config), { profile, prefix: config.rest?.prefix ?? "/api" });
  await writeOut(args.text("out"), text);
  return 0;
}
