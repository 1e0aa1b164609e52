/** An error map of zod, typed without zod: users of the package read its declarations without zod's types. */
type ErrorMap = (fault: { readonly code?: string | undefined }) => string | undefined;

/** A fault as zod tells it, by its code. */
interface Fault {
  readonly code: string;
  readonly input: unknown;
  readonly expected: string;
  readonly values: readonly unknown[];
  /** Faults of a key. */
  readonly issues: readonly { readonly message: string }[];
}

const NOUNS: { readonly [type: string]: string } = {
  string: "a string",
  number: "a number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
  function: "a function",
};

/** The words of a shape's fault, the same in schemas and configurations; they follow the path of the fault. */
export const faultWording: ErrorMap = (fault) => {
  const { code, input, expected, values, issues } = fault as Fault;
  if (input === undefined) return "is missing";
  switch (code) {
    case "invalid_type":
      return `must be ${NOUNS[expected] ?? expected}`;
    case "invalid_value":
      return `must be one of ${values.join(", ")}`;
    case "invalid_key":
      return issues[0]?.message;
    default:
      return undefined;
  }
};
