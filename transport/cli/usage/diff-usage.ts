import { SOURCE_FLAGS } from "./source-flags.ts";
import type { Usage } from "./usage.ts";

export const DIFF_USAGE: Usage = {
  synopsis: "diff URL URL|PATH [options]",
  summary: "Tells what the second content has otherwise than the first: types, then documents and their values.",
  operands: 2,
  flags: {
    ...SOURCE_FLAGS,
    "against-token-env": { value: "NAME", help: "Environment variable with the token of the second URL" },
    keep: { value: "NAMES", help: "As of the pull that made PATH: types and attributes that are not scrubbed" },
    scrub: { value: "NAMES", help: "As of the pull that made PATH: attributes that are scrubbed besides" },
    max: { value: "N", help: "Differences to print at most (100)" },
    json: { help: "Print the result as JSON" },
    config: { value: "FILE", help: "Configuration whose `scrub` is used (the one here, or in the folder of the twin)" },
    help: { short: "h", help: "Show this help" },
  },
  notes:
    "Exit codes: 0 the same, 1 different. Both are only read. Stand-ins of a twin are compared with those of the first.",
};
