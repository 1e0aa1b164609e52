import { expect, it } from "vitest";
import { chooseListener, loadUws } from "../../../../transport/index.ts";
import { conditionalSuite } from "../../../conformance/conditional.suite.ts";
import { httpSuite } from "../../../conformance/http.suite.ts";
import { listenerSuite } from "../../../conformance/listener.suite.ts";
import { pipelineSuite } from "../../../conformance/pipeline.suite.ts";
import { startOn } from "../../../support/servers/start-on.ts";

const hindrance = await loadUws().then(
  () => null,
  (error: Error) => error.message,
);

if (hindrance === null) {
  const start = startOn(loadUws);
  httpSuite("uWebSockets.js", start);
  conditionalSuite("uWebSockets.js", start);
  pipelineSuite("uWebSockets.js", start);
  listenerSuite("uWebSockets.js", loadUws);
} else {
  it(`node:http takes the place of uWebSockets.js here (${hindrance})`, async () => {
    expect((await chooseListener("auto", "127.0.0.1", () => {})).name).toBe("node:http");
  });
}
