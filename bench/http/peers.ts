import { restRequest } from "../../transport/cli/bench/rest.ts";
import { POSTS } from "../content/subject.ts";
import { installPeers, peerVersion, STRAPI } from "../run/peers.ts";
import { startServer } from "../run/server-process.ts";
import { startStrapi } from "../run/strapi-process.ts";
import { type Contestant, restPosts, TOKEN } from "./contestant.ts";
import { jsonServerPosts, jsonServerRequest } from "./dialects/json-server.ts";

export const PEER_NAMES = ["json-server", "strapi"] as const;

export type PeerName = (typeof PEER_NAMES)[number];

/** Another project's server, installed on first use. @throws Error if it cannot be installed. */
export function peer(name: PeerName): Contestant {
  return name === "strapi" ? strapi() : jsonServer();
}

function jsonServer(): Contestant {
  installPeers();
  return {
    name: `json-server ${peerVersion("json-server")}`,
    kind: "peer",
    token: null,
    takes: () => true,
    start: ({ size }) => startServer("json-server.ts", { posts: size.posts }),
    request: jsonServerRequest,
    postsIn: jsonServerPosts,
  };
}

function strapi(): Contestant {
  installPeers(STRAPI);
  return {
    name: `Strapi ${peerVersion("@strapi/strapi", STRAPI)}`,
    kind: "peer",
    token: TOKEN,
    takes: () => true,
    start: ({ size, folder }) => startStrapi(size, folder),
    request: (wish) => restRequest(wish, POSTS),
    postsIn: restPosts,
  };
}
