import type { SchemaDefinition } from "../../../engine/internal.ts";
import type { RestConfig } from "../../contract/profiles/rest-config.ts";
import type { Galley } from "../../library/galley.ts";
import type { Part, Started } from "../../parts/part.ts";
import type { ProjectCodeOptions } from "./run/project-code.ts";

interface CodeSettings {
  readonly rest: RestConfig;
  /** Given where the own code of a project runs. */
  readonly projectCode?: ProjectCodeOptions;
  readonly schema?: unknown;
}

/** The own code of a Strapi project. */
export const PROJECT_CODE: Part<CodeSettings> = {
  open: async ({ projectCode, rest, schema }, { prefix, log }) => {
    if (projectCode === undefined) return null;
    const { ProjectCode } = await import("./run/project-code.ts");
    const config = { api: { rest: { prefix, ...rest } } };
    const code = await ProjectCode.load({ ...projectCode, definition: schema as SchemaDefinition, log, config });
    return {
      // The running galley is a whole one: only its type is narrower here.
      setUp: ({ galley }: Started) => code.start(galley as unknown as Galley),
      start: () => ({ fork: () => ({}), close: () => code.close() }),
    };
  },
};
