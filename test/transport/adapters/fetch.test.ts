import { toFetch } from "../../../transport/index.ts";
import { conditionalSuite } from "../../conformance/conditional.suite.ts";
import { httpSuite, type Start } from "../../conformance/http.suite.ts";
import { pipelineSuite } from "../../conformance/pipeline.suite.ts";

const start: Start = async (handler, bodyLimit) => {
  const send = toFetch(handler, bodyLimit);
  return { fetch: (path, init) => send(new Request(`http://galley.test${path}`, init)), close: async () => {} };
};

httpSuite("fetch", start);
conditionalSuite("fetch", start);
pipelineSuite("fetch", start);
