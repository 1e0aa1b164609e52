import { nodeListener } from "../../../transport/index.ts";
import { httpSuite } from "../../conformance/http.suite.ts";
import { listenerSuite } from "../../conformance/listener.suite.ts";
import { pipelineSuite } from "../../conformance/pipeline.suite.ts";
import { startOn } from "../../support/start-on.ts";

const open = async () => nodeListener;
const start = startOn(open);

httpSuite("node:http", start);
pipelineSuite("node:http", start);
listenerSuite("node:http", open);
