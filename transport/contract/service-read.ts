import {
  CHECK_LIMITS,
  type CheckLimits,
  type ContentType,
  checkQuery,
  EngineError,
  FULL_ACCESS,
  PLAIN,
  type Query,
  type QueryShape,
  type RawParams,
  type ReadContext,
  readContextOf,
  Suspension,
} from "../../engine/internal.ts";
import type { Store } from "../../storage/core.ts";
import type { RunLater } from "../http/service.ts";
import type { MaybeLater } from "../runtime/maybe-later.ts";

const UNLIMITED: CheckLimits = { ...CHECK_LIMITS, defaultLimit: null, maxLimit: null };

/**
 * A query without permissions and limits on pages, private attributes included.
 *
 * @throws EngineError with every fault of the parameters. As in Strapi, its details name no parameter.
 */
export function serviceQuery(
  { engine }: Pick<Store, "engine">,
  type: ContentType,
  params: RawParams,
  shape: QueryShape,
): Query {
  const { rules, schema } = engine;
  const given = { schema, type, params, rules, shape };
  try {
    return checkQuery({ ...given, access: FULL_ACCESS, audience: "service", limits: UNLIMITED });
  } catch (error) {
    throw withoutParameter(error);
  }
}

function withoutParameter(error: unknown): unknown {
  if (!(error instanceof EngineError)) return error;
  const { source: _source, param: _param, ...details } = error.details;
  return new EngineError(error.code, error.message, details);
}

const ALL: Omit<Query, "type"> = {
  statuses: ["published"],
  ...{ filter: null, search: null, publicationFilter: null, sort: [], select: PLAIN },
  page: { style: "offset", start: 0, limit: null, withCount: false },
};

/** The query of all entries of a type without drafts, but for what is given. */
export function plainQuery(type: string, given: Partial<Query>): Query {
  return { ...ALL, type, ...given };
}

/** The context of a read that runs a query of a service. `maySuspend`: whether a Suspension may end the read where it would take long. */
export function serviceReading({ engine }: Pick<Store, "engine">, query: Query, maySuspend = false): ReadContext {
  return readContextOf(engine.state, engine.rules, query, FULL_ACCESS, "service", { maySuspend });
}

/** Reads at once; later where the read is suspended, if `runLater` runs it again. */
export function unsuspended<T>(runLater: RunLater | null, read: () => T): MaybeLater<T> {
  try {
    return read();
  } catch (error) {
    if (runLater === null || !(error instanceof Suspension)) throw error;
    return runLater(error, read);
  }
}
