import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** A node's treatment of a request: it answers with a status, or ends the connection when it has read it. */
export type Treatment = number | "cut";

/** Servers behind a proxy that treat each request as scripted, and count the arriving ones. */
export interface ScriptedNodes {
  readonly ports: readonly number[];
  /** The treatment of the next requests, whichever node they reach; 200 when there are no more. */
  readonly deeds: Treatment[];
  /** Requests that have arrived, except health checks. */
  readonly arrived: string[];
  close(): Promise<void>;
}

export async function startScriptedNodes(count: number): Promise<ScriptedNodes> {
  const deeds: Treatment[] = [];
  const arrived: string[] = [];
  const servers = await Promise.all(Array.from({ length: count }, () => listen(deeds, arrived)));
  return {
    ports: servers.map((server) => (server.address() as AddressInfo).port),
    deeds,
    arrived,
    close: async () => {
      for (const server of servers) server.closeAllConnections();
      await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
    },
  };
}

function listen(deeds: Treatment[], arrived: string[]): Promise<Server> {
  const server = createServer((request, response) => {
    request.resume().on("end", () => {
      if (request.url?.startsWith("/_health") === true || request.url === "/") return void response.end("{}");
      arrived.push(`${request.method} ${request.url}`);
      const deed = deeds.shift() ?? 200;
      if (deed === "cut") request.socket.destroy();
      else response.writeHead(deed).end("{}");
    });
  });
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server)));
}
