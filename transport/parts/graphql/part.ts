import type { RestConfig } from "../../contract/profiles/rest-config.ts";
import type { ReadLimits } from "../../http/params/query-string.ts";
import type { Part } from "../part.ts";
import { loadGraphql } from "./load.ts";
import { type GraphqlOptions, graphqlFormat, graphqlPath, hasPage } from "./options.ts";

interface GraphqlSettings {
  readonly graphql: boolean | GraphqlOptions;
  readonly rest: RestConfig;
  readonly queryLimits: Partial<ReadLimits>;
  readonly answerBytes: number;
}

/** GraphQL, with the operations of the parts behind it. */
export const GRAPHQL: Part<GraphqlSettings> = {
  open: async ({ graphql, rest, queryLimits, answerBytes }, { schema, profile, log, behind }) => {
    if (graphql === false) return null;
    const format = graphqlFormat(graphql, rest);
    const options = { ...(graphql === true ? {} : graphql), format };
    const having = behind.flatMap((part) => part.graphql ?? []);
    const plugins = having.map(({ plugin }) => plugin);
    const serviceOf = await loadGraphql({ schema, profile, log, queryLimits, answerBytes, plugins, options });
    await Promise.all(having.map((each) => each.load()));
    return {
      extendGraphql: serviceOf.extend,
      links: [{ name: "graphql", path: graphqlPath(options), isPage: hasPage(options) }],
      serve: (mounting) => {
        const operations = Object.assign({}, ...mounting.behind.map((served) => served.operations?.()));
        const [receive = null] =
          format === "v4" ? mounting.behind.flatMap((served) => served.operationForms?.() ?? []) : [];
        return { services: [serviceOf({ ...mounting, operations, receive })] };
      },
    };
  },
};
