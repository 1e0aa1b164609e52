/**
 * Thrown where a field of the answer has an error of its own. One object for all: what the error is, and what becomes
 * null for its sake, graphql-js tells.
 */
export const FIELD_ERROR = new Error("A field has an error");

export function refuseField(): never {
  throw FIELD_ERROR;
}

/** The value, of which there is one unless the field has an error. */
export function demanded<T>(value: T | null | undefined): T {
  return value ?? refuseField();
}
