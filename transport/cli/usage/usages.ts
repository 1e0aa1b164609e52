import { flagsOfSettings } from "../../config/setting-flags.ts";
import { PROFILES } from "../../contract/profiles/profile-name.ts";
import { WORKLOAD_NAMES } from "../bench/workload-names.ts";
import type { Usage } from "./usage.ts";

const SERVE = {
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

const { config, control, data, fake, graphql, help, host, key, listener } = SERVE.flags;
const { open, profile, seed, strict, todo } = SERVE.flags;

const QUIET = { help: "Do not show progress" };

/** Of commands that only look at a project. */
const RUN_CONFIG = {
  "run-config": { help: "Run code of the project's configuration and content types; otherwise only literals are read" },
};

/** Of commands that read a source. */
const SOURCE = {
  "token-env": { value: "NAME", help: "Environment variable with the source's token" },
  "token-file": { value: "FILE", help: "File with the token, which only you can read (mode 0600); - asks for it" },
  schema: {
    value: "PATH",
    help: "Project or OpenAPI document with the content types, for a token that may not read them",
  },
  types: {
    value: "NAMES",
    help: "Content types to read, with commas between them (all of the project's own); routes, to infer them from answers",
  },
  rate: { value: "N", help: "At most N requests a second" },
  strict: { help: "Refuse redirects to other origins" },
  insecure: { help: "Accept a certificate that is not valid" },
  quiet: QUIET,
};

/** The usage of each command, by its name. */
export const USAGES = {
  bench: {
    synopsis: "bench URL [options]",
    summary:
      "Measures a running server that speaks this API, Galley or Strapi 5: named kinds of traffic, one after the other.",
    operands: 1,
    flags: {
      type: { value: "NAME", help: "Content type to query, by its plural API name (posts)" },
      token: { value: "TOKEN", help: "API token to send; GALLEY_TOKEN when absent" },
      workload: { value: "NAME", choices: WORKLOAD_NAMES, help: `Only this one: ${WORKLOAD_NAMES.join(", ")}` },
      from: {
        value: "FILE",
        help: "Send the reads of a file instead: a HAR, the answer of /__galley/requests, or a list of URLs",
      },
      duration: { value: "SECONDS", help: "How long each is measured (5), after a warm-up of a fifth of that" },
      clients: { value: "N", help: "Clients at a time (32; 64 for writes)" },
      writes: { help: "Also create documents, and delete them afterwards" },
      json: { value: "FILE", help: "Write the results to a file" },
      help,
    },
    notes: [
      "URL may have a path: http://127.0.0.1:1337 means http://127.0.0.1:1337/api. The newest documents show",
      "which queries can be sent. The load comes from this process, over node:http: on one machine it shares the cores",
      "with the server, and a server that is faster than this client shows the client's speed.",
    ].join("\n"),
  },
  check: {
    synopsis: "check PATH [options]",
    summary:
      "Lists what in PATH cannot be served as it is, with file and path: a Strapi project, a folder of the same layout, a\nfile of content types or an archive.",
    operands: 1,
    flags: {
      strict: { help: "Exit with 1 on any warning too" },
      all: { help: "List each file of the project's own code, however many there are" },
      json: { help: "Write { served, types, components, faults, warnings, code, unread, populate } instead of lines" },
      ...RUN_CONFIG,
      key,
      help,
    },
    notes: "Exits with 0 when PATH can be served, 1 when it cannot. Environment: GALLEY_KEY.",
  },
  data: {
    synopsis: "data check|repair|copy|backup|clean|stats|nodes|sql PLACE [PLACE]",
    summary: "Maintains stored content. A place is a data folder, a .json file, postgres://… or nats://…",
    operands: 3,
    flags: {
      "truncate-at": { value: "N", help: "repair: keep everything up to this position, move the rest aside" },
      "accept-loss": { help: "repair: continue without acknowledged writes that are known to be missing at the end" },
      "from-bucket": {
        value: "S3",
        help: "copy, backup: uploads of FROM are in this bucket (s3://BUCKET[/FOLDER][?…])",
      },
      "to-bucket": { value: "S3", help: "copy, backup: put them into this bucket" },
      "dry-run": { help: "clean: list what would be removed, and remove nothing" },
      quiet: QUIET,
      ...RUN_CONFIG,
      help,
    },
    notes: `Commands:
  data check PLACE                   Read every byte and list all damage; also beside a running server
  data repair DIR --truncate-at N    Cut a damaged journal at a position; the rest is saved in files beside it
  data repair DIR --accept-loss      Let a journal that is too short open, without the missing writes
  data copy FROM TO                  Copy content and uploads to an empty place of any kind; also of a running server
  data backup PLACE TO               Copy a place as it is, with uploads; also beside a running server
  data clean PLACE PATH              Remove values of attributes that the content types of PATH no longer have
  data stats PLACE                   Count its contents; also beside a running server
  data nodes ADDRESS                 List the processes that have a log in PostgreSQL or JetStream open
  data sql POSTGRES                  Print the SQL that makes its tables, for an administrator`,
  },
  diff: {
    synopsis: "diff URL URL|PATH [options]",
    summary: "Tells what the second content has otherwise than the first: types, then documents and their values.",
    operands: 2,
    flags: {
      ...SOURCE,
      "against-token-env": { value: "NAME", help: "Environment variable with the token of the second URL" },
      keep: { value: "NAMES", help: "As of the pull that made PATH: types and attributes that are not scrubbed" },
      scrub: { value: "NAMES", help: "As of the pull that made PATH: attributes that are scrubbed besides" },
      max: { value: "N", help: "Differences to print at most (100)" },
      json: { help: "Print the result as JSON" },
      config: {
        value: "FILE",
        help: "Configuration whose `scrub` is used (the one here, or in the folder of the twin)",
      },
      help,
    },
    notes:
      "Exit codes: 0 the same, 1 different. Both are only read. Stand-ins of a twin are compared with those of the first.",
  },
  exec: {
    synopsis: "exec [PATH] [options] -- COMMAND [ARGUMENTS]",
    summary: "Serves PATH, or the demo blog, while COMMAND runs, and exits with its exit code.",
    operands: 1,
    command: true,
    flags: {
      port: { short: "p", value: "PORT", help: "Port to listen on (0: a free one)" },
      host,
      data: { value: "PLACE", help: "Where the content is stored: memory (default), a folder or FILE.json" },
      seed,
      fake,
      strict,
      key,
      profile,
      open,
      config,
      "log-level": { value: "LEVEL", help: "fatal, error, warn, info, debug, trace, silent (default)" },
      graphql,
      todo,
      listener,
      har: {
        value: "FILE",
        help: "Write what was asked, with its answers, as a HAR: the newest 1,000 requests, 4 MiB",
      },
      scrub: { help: "With --har: with stand-ins for what could name somebody" },
      help,
    },
    notes: [
      "COMMAND finds the server in GALLEY_URL, and in GALLEY_TOKEN a token with full access, which also opens",
      "/__galley/. A GALLEY_TOKEN that is set already is used. Signals are passed on to COMMAND.",
    ].join("\n"),
  },
  export: {
    synopsis: "export [PATH] [--out FILE] [options]",
    summary: "Writes content and files into an archive that `strapi import` and `galley FILE` take.",
    operands: 1,
    flags: {
      out: { short: "o", value: "FILE", help: "Name of the archive, without its extensions (export_YYYYMMDDHHMMSS)" },
      data: {
        value: "PLACE",
        help: "Where the content is stored: a folder or FILE.json (galley-data/db.json), or memory",
      },
      seed: { value: "FILE", help: "Initial content of an empty content base: entries (FILE.json) or an archive" },
      "no-compress": { help: "Write FILE.tar instead of FILE.tar.gz" },
      encrypt: { help: "Encrypt it with --key, and append .enc to its name" },
      key: { value: "KEY", help: "Key to encrypt with, or of an encrypted archive to read" },
      config,
      quiet: QUIET,
      ...RUN_CONFIG,
      help,
    },
    notes: [
      "PATH is what `galley PATH` serves: its content types say what the content is; without it, those of the demo.",
      "The content may be in use by a running server: it is read as it was last stored.",
    ].join("\n"),
  },
  import: {
    synopsis: "import FILE [--out FOLDER] [--quiet]",
    summary:
      "Creates a project from a db.json of json-server: content types, their entries as a seed, and a configuration that lets\nvisitors read. Existing files are never replaced.",
    operands: 1,
    flags: {
      out: { short: "o", value: "FOLDER", help: "Folder to write (FILE without .json)" },
      quiet: QUIET,
      help,
    },
    notes: "Then: galley FOLDER. What is inferred, and how: docs/from-json-server.md",
  },
  openapi: {
    synopsis: "openapi [PATH] [options]",
    summary: "Writes the OpenAPI 3.1 document of the REST API of PATH, or of the demo blog.",
    operands: 1,
    flags: {
      out: {
        short: "o",
        value: "FILE",
        help: "File to write: YAML if it ends in .yaml or .yml, otherwise JSON (standard output)",
      },
      as: { value: "NAME", help: "Only what a caller may do: public, role NAME, token NAME (everything)" },
      data,
      seed,
      key,
      profile,
      open,
      todo,
      config,
      ...RUN_CONFIG,
      help,
    },
    notes: "`galley routes` lists the names of callers. A server has the document at /api/openapi.json.",
  },
  pull: {
    synopsis: "pull URL|--archive FILE [--out FOLDER] [options]",
    summary: "Reads the content of a Strapi or Galley server, scrubbed, into a folder that `galley FOLDER` serves.",
    operands: 1,
    flags: {
      out: {
        short: "o",
        value: "FOLDER",
        help: "Where to write it (twin), or an archive: NAME.tar.gz, or a seed: NAME.json",
      },
      journal: {
        help: "Write the content into a journal too, from which the folder is served and which keeps changes",
      },
      ...SOURCE,
      max: { value: "N", help: "Only the newest N documents of each type, and what they link to" },
      where: { value: "FILTERS", help: "Only documents that match: post:category.slug=news, with commas between them" },
      "no-closure": { help: "With --types: leave out the types that the named ones require" },
      files: {
        value: "WHICH",
        choices: ["referenced", "all", "none", "placeholder"],
        help: "Files to fetch: referenced (default), all, none, or placeholder: made-up pictures of the same sizes",
      },
      "remote-files": { help: "Fetch files of other servers too, if their addresses are public" },
      keep: {
        value: "NAMES",
        help: "Types and attributes that are not scrubbed: author.name, with commas between them",
      },
      scrub: {
        value: "NAMES",
        help: "Attributes to scrub besides: post.notes, or with the kind of its stand-ins: post.by=name",
      },
      report: { help: "Print what was scrubbed, why, and one stand-in of each attribute" },
      resume: { help: "Continue a pull that was interrupted" },
      "allow-drift": { help: "Do not stop if the content types change meanwhile" },
      archive: { value: "FILE", help: "Scrub an archive of `strapi export` in place of a server" },
      key: { value: "KEY", help: "Key of an encrypted archive" },
      config: {
        value: "FILE",
        help: "Configuration whose `scrub` is used (the one here, or in the folder of the twin)",
      },
      help,
    },
    notes: "The source is only read: nothing but GET and HEAD is sent to it.",
  },
  requests: {
    synopsis: "requests FILE.har [--filter PATH]",
    summary: "Lists the requests of a HAR, as browsers, Playwright, Charles and Insomnia save it.",
    operands: 1,
    flags: {
      filter: { value: "PATH", help: "Only requests whose path begins so: /api" },
      help,
    },
    notes: "Bodies that are missing or cut are named behind their request.",
  },
  routes: {
    synopsis: "routes [PATH] [options]",
    summary: "Lists every route of PATH, or of the demo blog, and who may call it.",
    operands: 1,
    flags: {
      json: { help: "As JSON: method, path, needs and callers of each" },
      data,
      seed,
      key,
      profile,
      open,
      config,
      graphql,
      control,
      ...RUN_CONFIG,
      help,
    },
    notes: [
      "Callers are public (everyone), role NAME, token NAME and user (everyone who has signed in). Roles that are content,",
      "as in a Strapi project, are read from the stored content.",
    ].join("\n"),
  },
  serve: SERVE,
  token: {
    synopsis: "token create --name NAME --access full-access|read-only|role [--role ROLE] [--save]",
    summary: "Creates a token: prints it once, with the entry for `tokens` in the configuration.",
    operands: 1,
    flags: {
      name: { value: "NAME", help: "Name of the token, for you and the log" },
      access: {
        value: "ACCESS",
        choices: ["full-access", "read-only", "role"],
        help: "full-access, read-only, or role",
      },
      role: { value: "ROLE", help: "Role that the token is bound to" },
      expires: { value: "INSTANT", help: "When it expires (ISO 8601); never when absent" },
      config: { value: "FILE", help: "JSON configuration file to save to (galley.config.json)" },
      save: { help: "Add it to that file" },
      help,
    },
  },
  types: {
    synopsis: "types [PATH] [options]",
    summary:
      "Writes TypeScript interfaces for the content types of PATH, and a typed client of their REST API; without PATH, for\nthe demo blog.",
    operands: 1,
    flags: {
      out: { short: "o", value: "FILE", help: "File to write (standard output)" },
      profile: {
        value: "NAME",
        choices: PROFILES,
        help: "Profile of the server that the client is for: contract, strapi",
      },
      config,
      ...RUN_CONFIG,
      help,
    },
    notes: "Environment: GALLEY_KEY, where PATH is an encrypted archive.",
  },
  verify: {
    synopsis: "verify URL [--against URL|PATH] [--requests FILE] [--random N] [options]",
    summary: "Asks a Strapi or Galley server and its twin the same reads, and tells where their answers differ.",
    operands: 1,
    flags: {
      against: {
        value: "URL|PATH",
        help: "What to compare with: a server, or what `galley PATH` serves (a fresh pull)",
      },
      "against-token-env": { value: "NAME", help: "Environment variable with the token of --against URL" },
      requests: { value: "FILE", help: "Reads to send: a HAR, a saved GET /__galley/requests, or a list of URLs" },
      random: { value: "N", help: "Reads to draw from the content types and from values that occur (1000)" },
      seed: { value: "S", help: "Another draw: a whole number (1)" },
      ...SOURCE,
      "run-project": { help: "Run the own code of the project of --schema in the galley that is compared" },
      headers: { value: "NAMES", help: "Headers to compare too, with commas between them" },
      exact: {
        value: "MASKS",
        help: "What makes a difference too: ids, times, ties, files, keys, numbers, locales, or all",
      },
      allow: {
        value: "CAUSES",
        help: "Causes that are no difference: order, key, value, total, status, error text, type",
      },
      max: { value: "N", help: "Differences to print at most (20)" },
      json: { help: "Print the result as JSON" },
      junit: { value: "FILE", help: "Write the result as JUnit's XML" },
      help,
    },
    notes: [
      "Exit codes: 0 equal, 1 different, 2 not compared, or the source did not answer more than one of 100 reads.",
      "The source is only read: nothing but GET and HEAD is sent to it.",
    ].join("\n"),
  },
} satisfies { readonly [command: string]: Usage };
