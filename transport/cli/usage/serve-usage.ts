import { LISTENERS, LOG_FORMATS, LOG_LEVELS, PROFILES } from "../../config/config.ts";
import type { Usage } from "./usage.ts";

export const SERVE_USAGE: Usage = {
  synopsis: "[serve] [PATH] [options]",
  summary:
    "Serves the content types of PATH: a Strapi project, a folder of the same layout, a JSON file, a db.json of\njson-server or an archive of `strapi export`; without PATH, a demo blog.",
  operands: 1,
  flags: {
    port: { short: "p", value: "PORT", help: "Port to listen on (1337); 0 takes a free one" },
    host: { short: "H", value: "HOST", help: "Address to listen on (127.0.0.1)" },
    data: {
      value: "PLACE",
      help: "Where the content is kept: memory, a folder or FILE.json (PATH/galley-data/db.json)",
    },
    watch: { help: "Reload the project's schemas and FILE.json when they are edited" },
    seed: {
      value: "FILE",
      help: "What an empty content base begins with: entries (FILE.json) or an archive of `strapi export`",
    },
    fake: { value: "N", help: "Begin an empty content base with N made entries of each type" },
    strict: { help: "Refuse a project with faults instead of serving what can be served of it" },
    key: { value: "KEY", help: "Key of an encrypted archive (.enc)" },
    profile: {
      value: "NAME",
      choices: PROFILES,
      help: "contract, or strapi: as Strapi 5 where they differ (default for what comes from Strapi)",
    },
    open: { help: "Let visitors read every content type" },
    config: { value: "FILE", help: "Configuration file (galley.config.*, or galley in package.json)" },
    "log-level": {
      value: "LEVEL",
      choices: LOG_LEVELS,
      help: "fatal, error, warn, info (default), debug, trace, silent",
    },
    "log-format": {
      value: "FORMAT",
      choices: LOG_FORMATS,
      help: "lines, for people (default on a terminal), or json",
    },
    graphql: { help: "Serve GraphQL at /graphql (needs the package graphql)" },
    studio: { help: "Serve Studio at /_studio (default unless NODE_ENV is production)" },
    "no-studio": { help: "Do not serve Studio" },
    todo: { help: "Serve the todo routes at /todos to anyone, as the demo does" },
    control: { help: "Serve /__galley/ to tokens with full access, and forks by X-Galley-Fork (for tests)" },
    quiet: { help: "No banner, no progress; in the log only errors, and warnings about stored content" },
    explain: { help: "Tell how a read was answered to who sends X-Galley-Explain (for development)" },
    listener: { value: "NAME", choices: LISTENERS, help: "auto (default), uws: uWebSockets.js, or node: node:http" },
    help: { short: "h", help: "Show this help" },
    version: { short: "v", help: "Show the version" },
    verbose: { help: "With --version: Node, platform, listener and native code too" },
  },
  notes: [
    "Environment: PORT, HOST, GALLEY_TOKEN (a token with full access), GALLEY_KEY, GALLEY_JWT_SECRET (signs the tokens of",
    "users). Flags win over them, they over the file.",
    "Other commands: bench, check, data, exec, export, import, openapi, routes, token, types (galley COMMAND --help).",
  ].join("\n"),
};
