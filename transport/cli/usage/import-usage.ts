import type { Usage } from "./usage.ts";

export const IMPORT_USAGE: Usage = {
  synopsis: "import FILE [--out FOLDER] [--quiet]",
  summary:
    "Creates a project from a db.json of json-server: content types, their entries as a seed, and a configuration that lets\nvisitors read. Existing files are never replaced.",
  operands: 1,
  flags: {
    out: { short: "o", value: "FOLDER", help: "Folder to write (FILE without .json)" },
    quiet: { help: "Do not show progress" },
    help: { short: "h", help: "Show this help" },
  },
  notes: "Then: galley FOLDER. What is inferred, and how: docs/from-json-server.md",
};
