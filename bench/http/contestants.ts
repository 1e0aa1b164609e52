import { join } from "node:path";
import { restRequest } from "../../transport/cli/bench/rest.ts";
import type { Workload } from "../../transport/cli/bench/workloads.ts";
import { POSTS } from "../content/subject.ts";
import type { Build } from "../run/build.ts";
import { startServer } from "../run/server-process.ts";
import { type Contestant, restPosts, TOKEN } from "./contestant.ts";
import { graphqlPosts, graphqlRequest } from "./dialects/graphql-posts.ts";
import type { GalleyServerOptions } from "./servers/galley.ts";

/** The same bytes from memory without any work, by listener: the cost of HTTP alone. */
export const FLOORS = {
  uws: floor("raw uWebSockets.js", "floor-uws.ts"),
  node: floor("raw node:http", "floor-node.ts"),
};

/** Every measured configuration of one build. */
export function galleys(build: Build): readonly Contestant[] {
  return [
    galley(build, "", { listener: "uws" }),
    galley(build, ", cache off", { listener: "uws", cacheBytes: 0 }, ({ writes }) => !writes),
    galley(build, " on node:http", { listener: "node" }, ({ writes }) => !writes),
    withPlainUrls(build),
    overGraphql(build),
    galley(build, " with journal", { listener: "uws", storage: "journal" }, ({ writes }) => writes),
  ];
}

/** The default locale of localized posts: as the only locale, and with four others. */
export function galleysByLocales(build: Build): readonly Contestant[] {
  return [["en"], ["en", "fr", "de", "es", "it"]].map((locales) => ({
    ...galley(build, "", { listener: "uws", locales }),
    name: locales.length === 1 ? "Galley, one locale" : "Galley, one of five locales",
  }));
}

/** The default configuration alone. */
export function defaultGalley(build: Build): Contestant {
  return galley(build, "", { listener: "uws" });
}

type Choice = Partial<Omit<GalleyServerOptions, "build" | "posts" | "token">>;

/** One configuration of a build. */
export function galley(
  build: Build,
  suffix: string,
  choice: Choice,
  takes: (workload: Workload) => boolean = () => true,
): Contestant {
  return {
    name: `${build.name}${suffix}`,
    kind: "galley",
    token: TOKEN,
    takes,
    start: ({ size, folder }) => {
      const { storage: place = "memory" } = choice;
      const storage = place === "memory" ? place : join(folder, place);
      return startServer("galley.ts", { build: build.folder, posts: size.posts, token: TOKEN, ...choice, storage });
    },
    request: (wish) => restRequest(wish, POSTS),
    postsIn: restPosts,
  };
}

/** The same wishes, sent as GraphQL operations. */
export function overGraphql(build: Build): Contestant {
  const reads = galley(build, " over GraphQL", { listener: "uws", graphql: true }, ({ writes }) => !writes);
  return { ...reads, request: graphqlRequest, postsIn: graphqlPosts };
}

/** The same wishes, with brackets that are not percent-encoded. */
export function withPlainUrls(build: Build): Contestant {
  const reads = galley(build, ", plain URLs", { listener: "uws" }, ({ name, writes }) => !writes && name !== "by-id");
  return { ...reads, request: (wish) => restRequest(wish, POSTS, "plain") };
}

function floor(name: string, program: string): Contestant {
  return {
    name,
    kind: "floor",
    token: null,
    takes: ({ writes }) => !writes,
    start: ({ answer }) => startServer(program, { body: answer }),
    request: (wish) => restRequest(wish, POSTS),
    postsIn: null,
  };
}
