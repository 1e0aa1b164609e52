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
    id: { short: "i", value: "KEY", help: "In a db.json: the key of rows with their ids (id)" },
    foreignKeySuffix: { value: "TEXT", help: "In a db.json: the end of keys that hold ids of other rows (Id and _id)" },
    static: {
      short: "s",
      value: "FOLDER",
      list: true,
      help: "With json-server's routes: serve the files of a folder at / (public, if it is there)",
    },
    "read-only": { help: "With json-server's routes: only callers with a token write" },
    strict: { help: "Refuse a project or an archive with faults instead of leaving parts out" },
    "strict-code": { help: "With --run-project: code of the project that cannot be run ends the start" },
    config: { value: "FILE", help: "Configuration file (galley.config.*, or galley in package.json)" },
    quiet: { help: "No banner, no progress; in the log only errors, and warnings about stored content" },
    help: { short: "h", help: "Show this help" },
    version: { short: "v", help: "Show the version" },
    verbose: { help: "With --version: Node, platform, listener and native code too" },
  },
  elsewhere: {
    delay: "--latency 500ms",
    snapshots: "galley data copy",
    middlewares: "galley.use() in setup of galley.config.mjs",
    "no-cors": "cors: [] in galley.config.json",
    "no-gzip": "nothing: answers are never compressed",
  },
  notes: [
    "Environment: PORT, HOST, GALLEY_DATA (as --data: an address with a password), GALLEY_TOKEN (a token with full access),",
    "GALLEY_KEY, GALLEY_JWT_SECRET (signs the tokens of users). Flags override them, and they override the file.",
    "Other commands: bench, check, data, diff, exec, export, import, openapi, pull, requests, routes, token, types, verify",
    "(galley COMMAND --help).",
  ].join("\n"),
} satisfies Usage;
