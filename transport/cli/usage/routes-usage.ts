import { RUN_CONFIG_FLAG } from "./run-config-flag.ts";
import { SERVE_USAGE } from "./serve-usage.ts";
import type { Usage } from "./usage.ts";

const { data, seed, key, profile, open, config, graphql, control, help } = SERVE_USAGE.flags;

export const ROUTES_USAGE: Usage = {
  synopsis: "routes [PATH] [options]",
  summary: "Lists every route of PATH, or of the demo blog, and who may call it.",
  operands: 1,
  flags: {
    json: { help: "As JSON: method, path, needs and callers of each" },
    ...(data && { data }),
    ...(seed && { seed }),
    ...(key && { key }),
    ...(profile && { profile }),
    ...(open && { open }),
    ...(config && { config }),
    ...(graphql && { graphql }),
    ...(control && { control }),
    ...RUN_CONFIG_FLAG,
    ...(help && { help }),
  },
  notes: [
    "Callers are public (everyone), role NAME, token NAME and user (everyone who has signed in). Roles that are content,",
    "as in a Strapi project, are read from the stored content.",
  ].join("\n"),
};
