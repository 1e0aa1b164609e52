import { RUN_CONFIG_FLAG } from "./run-config-flag.ts";
import type { Usage } from "./usage.ts";

export const EXPORT_USAGE: Usage = {
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
    config: { value: "FILE", help: "Configuration file (galley.config.*, or galley in package.json)" },
    quiet: { help: "Do not show progress" },
    ...RUN_CONFIG_FLAG,
    help: { short: "h", help: "Show this help" },
  },
  notes: [
    "PATH is what `galley PATH` serves: its content types say what the content is; without it, those of the demo.",
    "The content may be in use by a running server: it is read as it was last stored.",
  ].join("\n"),
};
