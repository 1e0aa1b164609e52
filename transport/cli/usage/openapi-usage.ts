import { RUN_CONFIG_FLAG } from "./run-config-flag.ts";
import { SERVE_USAGE } from "./serve-usage.ts";
import { TYPES_USAGE } from "./types-usage.ts";
import type { Usage } from "./usage.ts";

const { data, seed, key, profile, open, config, todo, help } = SERVE_USAGE.flags;
const { out } = TYPES_USAGE.flags;

export const OPENAPI_USAGE: Usage = {
  synopsis: "openapi [PATH] [options]",
  summary: "Writes the OpenAPI 3.1 document of the REST API of PATH, or of the demo blog.",
  operands: 1,
  flags: {
    ...(out && {
      out: { ...out, help: "File to write: YAML if it ends in .yaml or .yml, otherwise JSON (standard output)" },
    }),
    as: { value: "NAME", help: "Only what a caller may do: public, role NAME, token NAME (everything)" },
    ...(data && { data }),
    ...(seed && { seed }),
    ...(key && { key }),
    ...(profile && { profile }),
    ...(open && { open }),
    ...(todo && { todo }),
    ...(config && { config }),
    ...RUN_CONFIG_FLAG,
    ...(help && { help }),
  },
  notes: "`galley routes` lists the names of callers. A server has the document at /api/openapi.json.",
};
