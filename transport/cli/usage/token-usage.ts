import type { Usage } from "./usage.ts";

export const TOKEN_USAGE: Usage = {
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
    help: { short: "h", help: "Show this help" },
  },
};
