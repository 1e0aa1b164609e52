import type { SchemaDefinition } from "../../../engine/internal.ts";
import type { RestConfig } from "../../contract/profiles/rest-config.ts";
import type { Galley } from "../../library/galley.ts";
import type { Part, Started } from "../../parts/part.ts";
import type { RoutePlan } from "./routing/plan-routes.ts";
import type { ProjectCodeOptions } from "./run/project-code.ts";

interface CodeSettings {
  readonly rest: RestConfig;
  /** Given where the own code of a project runs. */
  readonly projectCode?: ProjectCodeOptions;
  readonly schema?: unknown;
}

/** The own code of a Strapi project. */
export const PROJECT_CODE: Part<CodeSettings> = {
  open: async ({ projectCode, rest, schema: definition }, { prefix, schema, log }) => {
    if (projectCode === undefined) return null;
    const { ProjectCode } = await import("./run/project-code.ts");
    const config = { api: { rest: { prefix, ...rest } } };
    const code = await ProjectCode.load({ ...projectCode, definition: definition as SchemaDefinition, log, config });
    let plan: RoutePlan | null = null;
    const serves = ({ galley }: Started) => code.serves(galley as unknown as Galley, galley.store);
    return {
      needsAnyAction: true,
      // The running galley is a whole one: only its type is narrower here.
      setUp: ({ galley }: Started) => code.start(galley as unknown as Galley),
      start: (started) => {
        serves(started);
        plan = code.routes({ schema, prefix });
        const fork = (forked: Started) => {
          serves(forked);
          return { fork };
        };
        return { fork, close: () => code.close() };
      },
      serve: ({ ownRoutes }) => {
        if (plan !== null) ownRoutes.useProject(plan.routes, plan.around);
        return {};
      },
    };
  },
};
