import { isRecord } from "../../../../engine/internal.ts";
import type { KnownCaller } from "../../../access/caller.ts";
import { HttpError } from "../../../http/http-error.ts";
import { parseBounded } from "../../../http/json/json-body.ts";
import { jsonExcess } from "../../../http/json/json-excess.ts";
import { JSON_LIMITS } from "../../../http/json/json-limits.ts";
import type { HttpRequest } from "../../../http/port.ts";
import type { GraphqlLimits } from "../limits.ts";
import { type GraphqlRequest, readPost } from "./read-request.ts";

/** A form whose files are received, for the caller of an operation. */
export interface ReceivedForm {
  readonly fields: ReadonlyMap<string, readonly string[]>;
  /** Values of the scalar `Upload`, by the names of their fields. */
  readonly files: ReadonlyMap<string, object>;
  /** Discards the files that no operation has kept. */
  end(): Promise<void>;
}

/** Receives a form. Throws HttpError (rejected): no file is left behind then. */
export type ReceiveForm = (request: HttpRequest, caller: KnownCaller) => Promise<ReceivedForm>;

/**
 * The operation in a form, with its files in their places among the variables: the GraphQL multipart request
 * specification, without batches.
 *
 * @throws HttpError `malformed body` with the place of the fault; RequestFault, LimitError for the operation.
 */
export function operationIn({ fields, files }: ReceivedForm, limits: GraphqlLimits): GraphqlRequest {
  const [operations] = fields.get("operations") ?? [];
  if (operations === undefined) throw fault("Missing multipart field ‘operations’", ["operations"]);
  const asked = readPost(jsonText("operations", operations), limits);
  const [map] = fields.get("map") ?? [];
  if (map === undefined) throw fault("Missing multipart field ‘map’", ["map"]);
  const places = placesIn(jsonText("map", map));
  for (const [name, place] of places) {
    const file = files.get(name);
    if (file === undefined) throw fault("File missing in the request.", [name]);
    put(asked.variables, place, file, ["map", name, "0"]);
  }
  return asked;
}

/** @throws HttpError for a text that is no JSON object or list. */
function jsonText(field: string, text: string): string {
  try {
    if (jsonExcess(text, JSON_LIMITS) === null && typeof JSON.parse(text) === "object") return text;
  } catch {
    throw fault(`Invalid JSON in the ‘${field}’ multipart field`, [field]);
  }
  throw fault(`Invalid type for the ‘${field}’ multipart field`, [field]);
}

/** The path of each file, by the name of its field. */
function placesIn(text: string): readonly (readonly [name: string, path: string])[] {
  const map = parseBounded(text);
  if (!isRecord(map)) throw fault("Invalid type for the ‘map’ multipart field", ["map"]);
  return Object.entries(map).flatMap(([name, paths]) => {
    if (!Array.isArray(paths)) {
      throw fault(`Invalid type for the ‘map’ multipart field entry key ‘${name}’ array`, ["map", name]);
    }
    // Copies would let a small form fill the disk.
    if (paths.length > 1) throw fault(`The file ‘${name}’ has more than one place`, ["map", name]);
    return paths.map((path) => {
      if (typeof path === "string") return [name, path] as const;
      const what = `Invalid type for the ‘map’ multipart field entry key ‘${name}’ array index ‘0’ value`;
      throw fault(what, ["map", name, "0"]);
    });
  });
}

/** Puts a file at a path like `variables.files.0`. */
function put(variables: GraphqlRequest["variables"], place: string, file: object, at: readonly string[]): void {
  const [root, ...path] = place.split(".");
  const last = path.pop();
  let parent: unknown = root === "variables" ? variables : undefined;
  for (const key of path) parent = isContainer(parent) && Object.hasOwn(parent, key) ? parent[key] : undefined;
  const isPlace = Array.isArray(parent) ? Object.hasOwn(parent, last ?? "") && last !== "length" : isRecord(parent);
  if (!isPlace || last === undefined || last === "__proto__") {
    throw fault(`Invalid object path for the ‘map’ multipart field entry value ‘${place}’`, at);
  }
  (parent as { [key: string]: unknown })[last] = file;
}

function isContainer(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === "object" && value !== null;
}

function fault(message: string, path: readonly string[]): HttpError {
  return new HttpError("malformed body", message, [], { path });
}
