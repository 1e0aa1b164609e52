import { flagsOfSettings } from "../../config/setting-flags.ts";
import type { Usage } from "./usage.ts";

export const SERVE_USAGE = {
  synopsis: "[serve] [PATH] [options]",
  summary:
    "Serves the content types of PATH: a Strapi project, a folder of the same layout, a JSON file, a db.json of\njson-server or an archive of `strapi export`; without PATH, a demo blog.",
  operands: 1,
  flags: {
    ...flagsOfSettings(),
    fake: { value: "N", help: "Fill an empty content base with N generated entries of each type" },
    "fake-with": {
      value: "FILE",
      help: 'Values for --fake: export default { page: [{ slug: "home" }] } (fake.mjs beside PATH)',
    },
    strict: { help: "Refuse a project or an archive with faults instead of leaving parts out" },
    "strict-code": { help: "With --run-project: code of the project that cannot be run ends the start" },
    config: { value: "FILE", help: "Configuration file (galley.config.*, or galley in package.json)" },
    quiet: { help: "No banner, no progress; in the log only errors, and warnings about stored content" },
    help: { short: "h", help: "Show this help" },
    version: { short: "v", help: "Show the version" },
    verbose: { help: "With --version: Node, platform, listener and native code too" },
  },
  notes: [
    "Environment: PORT, HOST, GALLEY_DATA (as --data: an address with a password), GALLEY_TOKEN (a token with full access),",
    "GALLEY_KEY, GALLEY_JWT_SECRET (signs the tokens of users). Flags override them, and they override the file.",
    "Other commands: bench, check, data, exec, export, import, openapi, routes, token, types (galley COMMAND --help).",
  ].join("\n"),
} satisfies Usage;
