import { PROFILES } from "../../contract/profiles/profile-name.ts";
import { RUN_CONFIG_FLAG } from "./run-config-flag.ts";
import type { Usage } from "./usage.ts";

export const TYPES_USAGE: Usage = {
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
    config: { value: "FILE", help: "Configuration file (galley.config.*, or galley in package.json)" },
    ...RUN_CONFIG_FLAG,
    help: { short: "h", help: "Show this help" },
  },
  notes: "Environment: GALLEY_KEY, where PATH is an encrypted archive.",
};
