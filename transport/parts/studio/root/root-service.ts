import type { ServiceDefaults } from "../../../contract/profiles/service-defaults.ts";
import { type TaggedAnswer, withConditions } from "../../../contract/tagged-answer.ts";
import { JSON_TYPE } from "../../../http/answer.ts";
import { prefersPage } from "../../../http/headers/accept.ts";
import { entityTag as tagOf } from "../../../http/headers/entity-tag.ts";
import { HTML_TYPE, withPolicy } from "../../../http/page/page.ts";
import type { HeaderList } from "../../../http/port.ts";
import { Router } from "../../../http/router.ts";
import type { Service } from "../../../http/service.ts";
import type { Directory } from "./directory.ts";
import { DIRECTORY_POLICY, directoryPage } from "./directory-page.ts";

/** The same for every caller, so the answers are made once. */
function answerOf(body: string, contentType: string): TaggedAnswer {
  const entityTag = tagOf(body);
  const headers: HeaderList = [
    ["etag", entityTag],
    ["cache-control", "no-cache"],
    ["vary", "Accept"],
  ];
  return { status: 200, body, contentType, entityTag, headers };
}

/** `GET /`: what this server is. The page for browsers and the JSON for programs contain the same facts. */
export function rootService(directory: Directory, defaults: ServiceDefaults): Service {
  const page = answerOf(directoryPage(directory), HTML_TYPE);
  const json = answerOf(JSON.stringify(directory), JSON_TYPE);
  const handle = withConditions(({ request }) => (prefersPage(request.header("accept"), [JSON_TYPE]) ? page : json));
  return {
    ...defaults,
    owns: (path) => path === "/",
    router: new Router([{ method: "GET", path: "/", describes: null, handle }]),
    securityHeaders: withPolicy(defaults.securityHeaders, DIRECTORY_POLICY),
  };
}
