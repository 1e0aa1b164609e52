import {
  CHECK_LIMITS,
  type CheckLimits,
  type ContentType,
  checkQuery,
  FULL_ACCESS,
  type Query,
  type QueryShape,
  type RawParams,
  type ReadContext,
  readContextOf,
} from "../../engine/internal.ts";
import type { Store } from "../../storage/core.ts";

const UNLIMITED: CheckLimits = { ...CHECK_LIMITS, defaultLimit: null, maxLimit: null };

/**
 * A query without permissions and limits on pages, private attributes included.
 *
 * @throws EngineError with every fault of the parameters.
 */
export function serviceQuery(
  { engine }: Pick<Store, "engine">,
  type: ContentType,
  params: RawParams,
  shape: QueryShape,
): Query {
  const { rules, schema } = engine;
  return checkQuery({
    schema,
    type,
    params,
    access: FULL_ACCESS,
    audience: "service",
    rules,
    limits: UNLIMITED,
    shape,
  });
}

/** The context of a read that runs a query of `serviceQuery`. `maySuspend`: whether a Suspension may end the read where it would take long. */
export function serviceReading({ engine }: Pick<Store, "engine">, query: Query, maySuspend = false): ReadContext {
  return readContextOf(engine.state, engine.rules, query, FULL_ACCESS, "service", { maySuspend });
}
