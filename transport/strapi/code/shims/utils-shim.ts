import { configEnv } from "../../project/config/config-env.ts";
import { ERRORS } from "./errors.ts";

type Step = (value: unknown, ...more: readonly unknown[]) => unknown;

/** `async` of `@strapi/utils` */
const ASYNC = {
  map: (values: readonly unknown[], work: Step) => Promise.all(values.map((value, at) => work(value, at))),
  pipe:
    (...steps: readonly Step[]) =>
    async (...given: readonly unknown[]) => {
      const [first, ...others] = steps;
      let value = await first?.(given[0], ...given.slice(1));
      for (const step of others) value = await step(value);
      return value;
    },
  reduce: (values: readonly unknown[]) => async (step: Step, initial?: unknown) => {
    let reduced = initial;
    for (const [at, value] of values.entries()) reduced = await step(reduced, value, at);
    return reduced;
  },
};

interface Policy {
  readonly name?: string;
  readonly validator?: (config: unknown) => unknown;
  readonly handler: Step;
}

/** `policy` of `@strapi/utils` */
const POLICY = {
  createPolicy: ({ name = "unnamed", validator = () => true, handler }: Policy) => ({ name, validator, handler }),
  createPolicyContext: (type: string, context: object) =>
    Object.assign({ is: (other: string) => other === type, type }, context),
};

/** `setCreatorFields` has no effect: entries have no creators of the admin panel. */
const setCreatorFields = () => (data: unknown) => data;

/** The part of `@strapi/utils` that projects use. */
export const UTILS_SHIM: Readonly<Record<string, unknown>> = {
  errors: ERRORS,
  async: ASYNC,
  policy: POLICY,
  env: configEnv(process.env),
  setCreatorFields,
};
