import type { Store } from "../../../storage/core.ts";
import { parseBody } from "../../contract/parse-body.ts";
import { CONTRACT } from "../../contract/profiles/profile.ts";
import { CONTRACT_ANSWERS } from "../../contract/profiles/service-defaults.ts";
import type { Answer } from "../../http/answer.ts";
import type { CorsPolicy } from "../../http/headers/cors.ts";
import { mediaTypeOf } from "../../http/headers/media-type.ts";
import { HttpError } from "../../http/http-error.ts";
import { bodyBytes, parseJson, utf8Text } from "../../http/json/json-body.ts";
import type { JsonLimits } from "../../http/json/json-limits.ts";
import { WITH_BODY } from "../../http/methods.ts";
import type { HeaderList, HttpRequest } from "../../http/port.ts";
import { Router } from "../../http/router.ts";
import type { RunLater, Service } from "../../http/service.ts";
import type { Random } from "../../runtime/random.ts";
import { todoError } from "../todo/errors.ts";
import type { ResourceSet } from "./resource-set.ts";
import { jsonRoutes, type RouteContext } from "./routes.ts";
import { RowReader } from "./row-reader.ts";
import { RowWriter } from "./row-writer.ts";
import { Rows } from "./rows.ts";

/** The content behind the routes, and what decides about requests to it. */
interface Served extends Pick<RouteContext, "authorize" | "faults" | "rules"> {
  readonly store: Store;
  readonly resources: ResourceSet;
  readonly random: () => Random;
  /** As configured; by default pages of any origin may call. */
  readonly cors?: CorsPolicy;
}

/** Pages of any origin may call, with credentials too, as of json-server. */
const ANYONE: CorsPolicy = {
  ...CONTRACT.cors,
  origins: "reflected",
  credentials: true,
  methods: "asked",
  headers: "asked",
};

const NO_CACHE: HeaderList = [
  ["cache-control", "no-cache"],
  ["pragma", "no-cache"],
  ["expires", "-1"],
];

/** The lists and objects of json-server, at the root of the server. */
export function jsonService(
  { store, random, cors = ANYONE, ...served }: Served,
  json: JsonLimits,
  runLater: RunLater,
): Service {
  const { resources } = served;
  const { version } = resources;
  const reader = new RowReader(store, runLater);
  const [rows, writer] = [new Rows(reader, resources), new RowWriter(store, reader, resources, random)];
  const names = new Set([...[...resources.all.keys()].map((name) => encodeURI(name).toLowerCase()), "db", "__rules"]);
  const errors = (error: unknown): Answer => {
    const isMissing = error instanceof HttpError && (error.code === "no route" || error.code === "wrong method");
    if (isMissing) return { status: 404, body: version === 0 ? "{}" : '{"error":"Not Found"}' };
    return todoError(error);
  };
  return {
    ...CONTRACT_ANSWERS,
    owns: (path) => names.has((path.split("/", 2)[1] ?? "").toLowerCase()),
    looksFirst: ["POST", "PUT", "PATCH", "DELETE"],
    router: new Router(jsonRoutes({ ...served, rows, writer, isForAnyone: typeof cors.origins === "string" })),
    prepare: (request) => bodyIn(request, json),
    runLater,
    errors,
    errorOf: (status, error) => ({ status, body: JSON.stringify({ error }) }),
    cors,
    ...(version === 0 && { securityHeaders: [...CONTRACT.securityHeaders, ...NO_CACHE] }),
  };
}

/** Answers all other paths as json-server answers what it does not have. */
export function missingService(service: Service, prefix: string): Service {
  return {
    ...service,
    owns: (path) => path !== "/" && !path.startsWith("/_") && !path.startsWith(`${prefix}/`) && path !== prefix,
    router: new Router([]),
  };
}

/** Null for a JSON body that is no object. */
function bodyIn(request: HttpRequest, json: JsonLimits): unknown {
  if (!WITH_BODY.has(request.method) || !/json$/.test(mediaTypeOf(request))) return parseBody(request, json);
  const text = utf8Text(bodyBytes(request));
  if (text.trim() === "") return {};
  return text.trimStart().startsWith("{") ? parseJson(text, json) : null;
}
