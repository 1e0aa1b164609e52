export type { OpenApiDocument } from "../../parts/openapi/document.ts";
export type { Cause, Mask } from "../../twin/verify/masks.ts";
export type { AskedRequest } from "../../twin/verify/read-of-request.ts";
export { Contract, type ContractOptions, contractOf, type HasDocument } from "./contract.ts";
export type { FetchFunction } from "./fetched.ts";
export type { MatcherResult } from "./matcher-result.ts";
export { type ContractMatchers, contractMatchers } from "./matchers.ts";
export type { ServerMatchOptions } from "./server-match.ts";
export { describeViolation, type Violation } from "./violation.ts";
