/**
 * Thrown if a field of the answer has an error of its own. One shared object: graphql-js determines the error, and what
 * becomes null because of it.
 */
export const FIELD_ERROR = new Error("A field has an error");

export function refuseField(): never {
  throw FIELD_ERROR;
}

/** The value, which exists unless the field has an error. */
export function demanded<T>(value: T | null | undefined): T {
  return value ?? refuseField();
}
