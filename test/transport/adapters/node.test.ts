import { expect, it } from "vitest";
import { nodeListener } from "../../../transport/index.ts";
import { conditionalSuite } from "../../conformance/conditional.suite.ts";
import { httpSuite } from "../../conformance/http.suite.ts";
import { listenerSuite } from "../../conformance/listener.suite.ts";
import { pipelineSuite } from "../../conformance/pipeline.suite.ts";
import { statuses, talk } from "../../support/raw-socket.ts";
import { startOn } from "../../support/start-on.ts";

const open = async () => nodeListener;
const start = startOn(open);

httpSuite("node:http", start);
conditionalSuite("node:http", start);
pipelineSuite("node:http", start);
listenerSuite("node:http", open);

it("node:http answers a request that expects what nobody knows", async () => {
  const answer = { status: 200, headers: [], requestId: "id", body: "{}" };
  const listening = await nodeListener.listen(() => answer, { host: "127.0.0.1", port: 0, bodyLimit: () => 1000 });
  const reply = await talk(listening.port, ["GET / HTTP/1.1\r\nhost: x\r\nexpect: 200-ok\r\n\r\n"]);
  expect(statuses(reply)).toEqual([200]);
  await listening.close();
});
