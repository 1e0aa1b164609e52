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
  /** First part of every path, `/api`. */
  readonly prefix: string;
}

/**
 * The OpenAPI document at `/api/openapi.json` and `openapi.yaml`, as each asker may see it. The code that builds it is
 * loaded with the first request, and each view of the document is built once.
 */
export function openapiRoutes(options: OpenapiOptions): readonly Route<RouteHandle>[] {
  const { mode, findCaller, deployed, prefix } = options;
  const route = (
    name: string,
    write: (document: OpenApiDocument) => string | Promise<string>,
    contentType?: string,
  ) => {
    const views = new Views();
    const handle: RouteHandle = async ({ request }) => {
      const asker = askerOf(request);
      const visitor = findCaller(undefined);
      const kept = views.get(asker, visitor);
      if (kept !== undefined) return kept;
      const { buildDocument } = await import("./build-document.ts");
      const tagged = taggedAnswer(await write(buildDocument(await deployed(), asker)));
      return views.put(asker, visitor, contentType === undefined ? tagged : { ...tagged, contentType });
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

/**
 * Cached answers by caller. Each also describes what visitors may do, so it is valid only while that stays the same.
 */
class Views {
  readonly #byAccess = new WeakMap<object, { readonly visitor: object; readonly answer: TaggedAnswer }>();

  get({ access }: Asker, visitor: object): TaggedAnswer | undefined {
    const kept = this.#byAccess.get(access);
    return kept?.visitor === visitor ? kept.answer : undefined;
  }

  put({ access }: Asker, visitor: object, answer: TaggedAnswer): TaggedAnswer {
    this.#byAccess.set(access, { visitor, answer });
    return answer;
  }
}
