import { EngineError } from "../../../engine/internal.ts";
import { knownCaller } from "../../access/authorize.ts";
import type { FindCaller } from "../../access/caller.ts";
import { type TaggedAnswer, taggedAnswer, withConditions } from "../../contract/tagged-answer.ts";
import type { HttpRequest } from "../../http/port.ts";
import type { Route } from "../../http/router.ts";
import type { RouteHandle } from "../../http/service.ts";
import type { Deployed } from "./build-document.ts";
import type { Asker } from "./context.ts";
import type { OpenApiDocument } from "./document.ts";
import type { OpenapiMode } from "./openapi-mode.ts";

export interface OpenapiOptions {
  readonly mode: Exclude<OpenapiMode, "off">;
  readonly findCaller: FindCaller;
  /** The present deployment. */
  readonly deployed: () => Promise<Deployed>;
  readonly ownRoutes: { readonly revision: object };
  /** First part of every path, `/api`. */
  readonly prefix: string;
}

/**
 * The OpenAPI document at `/api/openapi.json` and `openapi.yaml`, as each asker may see it. The code that builds it is
 * loaded with the first request, and each view of the document is built once.
 */
export function openapiRoutes(options: OpenapiOptions): readonly Route<RouteHandle>[] {
  const { mode, findCaller, deployed, ownRoutes, prefix } = options;
  const route = (
    name: string,
    write: (document: OpenApiDocument) => string | Promise<string>,
    contentType?: string,
  ) => {
    const views = new Views();
    const handle: RouteHandle = async ({ request }) => {
      const asker = askerOf(request);
      const state = { visitor: findCaller(undefined), routes: ownRoutes.revision };
      const kept = views.get(asker, state);
      if (kept !== undefined) return kept;
      const { buildDocument } = await import("./build-document.ts");
      const tagged = taggedAnswer(await write(buildDocument(await deployed(), asker)));
      return views.put(asker, state, contentType === undefined ? tagged : { ...tagged, contentType });
    };
    return {
      method: "GET",
      path: `${prefix}/${name}`,
      describes: null,
      handle: withConditions(handle),
      ...(mode === "token" && { needs: "credentials" as const }),
    };
  };
  return [
    route("openapi.json", (document) => JSON.stringify(document)),
    route("openapi.yaml", async (document) => (await import("./yaml-text.ts")).yamlText(document), YAML_TYPE),
  ];

  function askerOf(request: HttpRequest): Asker {
    const caller = knownCaller(findCaller, request);
    if (mode === "token" && caller.kind === "public") {
      throw new EngineError("unauthorized", "Missing or invalid credentials");
    }
    return { access: caller.access, isUser: caller.kind === "user" };
  }
}

const YAML_TYPE = "application/yaml; charset=utf-8";

/** The state that every document describes: the rights of visitors, and the routes of the user's own. */
interface Described {
  readonly visitor: object;
  readonly routes: object;
}

/** Cached answers by caller; each is valid only while what it describes stays the same. */
class Views {
  readonly #byAccess = new WeakMap<object, Described & { readonly answer: TaggedAnswer }>();

  get({ access }: Asker, { visitor, routes }: Described): TaggedAnswer | undefined {
    const kept = this.#byAccess.get(access);
    return kept?.visitor === visitor && kept.routes === routes ? kept.answer : undefined;
  }

  put({ access }: Asker, described: Described, answer: TaggedAnswer): TaggedAnswer {
    this.#byAccess.set(access, { ...described, answer });
    return answer;
  }
}
