import { loadUws } from "../../../transport/index.ts";
import { httpSuite } from "../../conformance/http.suite.ts";
import { listenerSuite } from "../../conformance/listener.suite.ts";
import { pipelineSuite } from "../../conformance/pipeline.suite.ts";
import { startOn } from "../../support/start-on.ts";

const start = startOn(loadUws);

httpSuite("uWebSockets.js", start);
pipelineSuite("uWebSockets.js", start);
listenerSuite("uWebSockets.js", loadUws);
