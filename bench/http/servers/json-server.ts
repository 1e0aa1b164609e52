import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { sizeOf } from "../../content/data.ts";
import { blogRows } from "../../content/rows.ts";
import { listening, optionsOf } from "../../run/options.ts";
import { peerPackage } from "../../run/peers.ts";

/** json-server has no types. */
interface JsonServer {
  create(): { use(middleware: unknown): void; listen(port: number, host: string, listening: () => void): Server };
  router(content: object): unknown;
  defaults(options: object): unknown;
}

const { posts } = optionsOf<{ readonly posts: number }>();
const jsonServer = peerPackage("json-server") as JsonServer;
const app = jsonServer.create();
app.use(jsonServer.defaults({ logger: false, static: import.meta.dirname }));
app.use(jsonServer.router({ ...blogRows(sizeOf(posts)) }));
const server = app.listen(0, "127.0.0.1", () => {
  // The address of a listening TCP server is an AddressInfo.
  listening((server.address() as AddressInfo).port);
});
