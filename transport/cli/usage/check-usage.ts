import { RUN_CONFIG_FLAG } from "./run-config-flag.ts";
import type { Usage } from "./usage.ts";

export const CHECK_USAGE: Usage = {
  synopsis: "check PATH [options]",
  summary:
    "Lists what in PATH cannot be served as it is, with file and path: a Strapi project, a folder of the same layout, a\nfile of content types or an archive.",
  operands: 1,
  flags: {
    strict: { help: "Exit with 1 on any warning too" },
    all: { help: "List each file of the project's own code, however many there are" },
    json: { help: "Write { served, types, components, faults, warnings, code, unread, populate } instead of lines" },
    ...RUN_CONFIG_FLAG,
    key: { value: "KEY", help: "Key of an encrypted archive (.enc)" },
    help: { short: "h", help: "Show this help" },
  },
  notes: "Exits with 0 when PATH can be served, 1 when it cannot. Environment: GALLEY_KEY.",
};
