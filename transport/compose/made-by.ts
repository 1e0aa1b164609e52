import { FACTORY_REQUEST } from "../config/option-shapes.ts";
import { refuseFaults } from "../config/refuse-faults.ts";
import type { Factory, Overrides } from "../library/factory/factory.ts";
import type { Places } from "../library/factory/pools.ts";

/** The arguments of `make` and `build`: a type, then a number of entries, or overrides, or both. */
export type FactoryArguments = readonly [type: string, first?: number | Overrides, second?: Overrides];

/**
 * The entries that a factory makes for these arguments: one entry if no number is given, else a list. The factory is loaded when it is
 * first asked.
 *
 * @throws ConfigError for faults of the arguments (rejected); what `make` throws.
 */
export async function madeBy(
  places: Places,
  [type, first, second]: FactoryArguments,
  make: (factory: Factory, type: string, count: number, overrides: Overrides) => Promise<readonly unknown[]>,
): Promise<unknown> {
  const request = typeof first === "number" ? { type, count: first, overrides: second } : { type, overrides: first };
  refuseFaults(FACTORY_REQUEST, request, "The request of a factory");
  const { count, overrides = {} } = request;
  const { Factory } = await import("../library/factory/factory.ts");
  const factory = new Factory(places);
  if (count !== undefined) return make(factory, type, count, overrides);
  return (await make(factory, type, 1, overrides))[0];
}
