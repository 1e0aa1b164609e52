import { ConfigError } from "../config-error.ts";
import type { Service } from "../service.ts";
import type { GraphqlServiceOptions } from "./graphql-service.ts";

/**
 * Loads the GraphQL service and the package it needs; neither is loaded by anything else.
 *
 * @throws ConfigError (rejected) when the package is not installed.
 */
export async function loadGraphqlService(options: GraphqlServiceOptions): Promise<Service> {
  try {
    await import("graphql");
  } catch (error) {
    if (!isMissing(error)) throw error;
    const message = 'needs the package "graphql", which is not installed: npm install graphql@16';
    throw new ConfigError("Options", [{ path: ["graphql"], message }]);
  }
  const { graphqlService } = await import("./graphql-service.ts");
  return graphqlService(options);
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_MODULE_NOT_FOUND";
}
