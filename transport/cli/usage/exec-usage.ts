import { SERVE_USAGE } from "./serve-usage.ts";
import type { Usage } from "./usage.ts";

const { host, seed, fake, strict, key, profile, open, config, graphql, todo, listener, help } = SERVE_USAGE.flags;

export const EXEC_USAGE: Usage = {
  synopsis: "exec [PATH] [options] -- COMMAND [ARGUMENTS]",
  summary: "Serves PATH, or the demo blog, while COMMAND runs, and exits with its exit code.",
  operands: 1,
  command: true,
  flags: {
    port: { short: "p", value: "PORT", help: "Port to listen on (0: a free one)" },
    ...(host && { host }),
    data: { value: "PLACE", help: "Where the content is stored: memory (default), a folder or FILE.json" },
    ...(seed && { seed }),
    ...(fake && { fake }),
    ...(strict && { strict }),
    ...(key && { key }),
    ...(profile && { profile }),
    ...(open && { open }),
    ...(config && { config }),
    "log-level": { value: "LEVEL", help: "fatal, error, warn, info, debug, trace, silent (default)" },
    ...(graphql && { graphql }),
    ...(todo && { todo }),
    ...(listener && { listener }),
    har: { value: "FILE", help: "Write what was asked, with its answers, as a HAR: the newest 1,000 requests, 4 MiB" },
    scrub: { help: "With --har: with stand-ins for what could name somebody" },
    ...(help && { help }),
  },
  notes: [
    "COMMAND finds the server in GALLEY_URL, and in GALLEY_TOKEN a token with full access, which also opens",
    "/__galley/. A GALLEY_TOKEN that is set already is used. Signals are passed on to COMMAND.",
  ].join("\n"),
};
