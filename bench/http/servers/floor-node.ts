import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { listening, optionsOf } from "../../run/options.ts";
import { reportAllocation, reportSettling } from "./asked.ts";
import type { FloorOptions } from "./floor-uws.ts";

const body = readFileSync(optionsOf<FloorOptions>().body);
const headers = { "content-type": "application/json; charset=utf-8", "content-length": body.byteLength };
const server = createServer((_request, response) => {
  response.writeHead(200, headers).end(body);
});
reportAllocation();
reportSettling(async () => {});
server.listen(0, "127.0.0.1", () => {
  // The address of a listening TCP server is an AddressInfo.
  listening((server.address() as AddressInfo).port);
});
