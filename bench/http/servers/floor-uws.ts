import uws from "uWebSockets.js";
import { readFileSync } from "node:fs";
import { listening, optionsOf } from "../../run/options.ts";
import { reportAllocation, reportSettling } from "./asked.ts";

export interface FloorOptions {
  /** A file with the answer to every request. */
  readonly body: string;
}

const body = readFileSync(optionsOf<FloorOptions>().body);
reportAllocation();
reportSettling(async () => {});
uws
  .App()
  .any("/*", (response) => {
    response.writeHeader("content-type", "application/json; charset=utf-8").end(body);
  })
  .listen("127.0.0.1", 0, (socket) => {
    if (socket) listening(uws.us_socket_local_port(socket));
  });
