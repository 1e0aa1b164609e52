import { fork } from "node:child_process";
import { once } from "node:events";
import { after, before, describe } from "node:test";

/** Whether uWebSockets.js has a build for this Node and this system. */
async function listeners() {
  try {
    await import("uWebSockets.js");
    return ["node", "uws"];
  } catch (error) {
    console.log(`# node:http alone, as uWebSockets.js does not load: ${error.message.split("\n")[0]}`);
    return ["node"];
  }
}

/** Defines tests for a server on each listener; they get what gives its address. */
export async function describeServers(define) {
  for (const listener of await listeners()) {
    describe(`on the listener ${listener}`, () => {
      let server;
      let url;
      before(async () => {
        server = fork("server.js", [listener]);
        [url] = await once(server, "message");
      });
      after(() => server.kill());
      define(() => url);
    });
  }
}
