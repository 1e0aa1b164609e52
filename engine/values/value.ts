/** Any JSON value. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/**
 * One stored value in its normal form, which is also the form of the answers, so that reads convert nothing:
 * date `YYYY-MM-DD`, time `HH:mm:ss.SSS`, datetime ISO 8601 in UTC with milliseconds, biginteger canonical decimal
 * text, timestamp text of epoch milliseconds, password its bcrypt hash, json and blocks the value itself.
 */
export type Value = Json;
