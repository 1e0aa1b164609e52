import {
  assert as assertDrawn,
  type IAsyncProperty,
  type IProperty,
  type IRawProperty,
  type Parameters,
  readConfigureGlobal,
} from "fast-check";

/*
 * fast-check, but for `assert`: each property is tested on GALLEY_DEPTH times as many cases as it says. `npm test` draws
 * a tenth of them, `npm run test:all` half, always the same ones; a file that is run alone draws all, and
 * `npm run check -- explore` more than that.
 */

/** How many times as many cases as a law says are drawn: below 1 in `npm test`. */
export const DEPTH = Number(process.env.GALLEY_DEPTH ?? 1);

export * from "fast-check";

export function assert<Ts>(property: IAsyncProperty<Ts>, params?: Parameters<Ts>): Promise<void>;
export function assert<Ts>(property: IProperty<Ts>, params?: Parameters<Ts>): void;
export function assert<Ts>(property: IRawProperty<Ts>, params?: Parameters<Ts>): Promise<void> | void;
export function assert<Ts>(property: IRawProperty<Ts>, params: Parameters<Ts> = {}): Promise<void> | void {
  const { numRuns = readConfigureGlobal().numRuns ?? 100 } = params;
  return assertDrawn(property, { ...params, numRuns: Math.ceil(numRuns * DEPTH) });
}
