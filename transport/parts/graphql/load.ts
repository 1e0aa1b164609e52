import { ConfigError } from "../../config/config-error.ts";
import { isMissingPackage } from "../../runtime/missing-package.ts";
import type { GraphqlDeployment, GraphqlServiceOf } from "./graphql-service.ts";

/**
 * Loads GraphQL and the package it needs; nothing else loads either.
 *
 * @throws ConfigError (rejected) if the package is not installed.
 */
export async function loadGraphql(deployment: GraphqlDeployment): Promise<GraphqlServiceOf> {
  try {
    await import("graphql");
  } catch (error) {
    if (!isMissingPackage(error)) throw error;
    const message = 'needs the package "graphql", which is not installed: npm install graphql@16';
    throw new ConfigError("Options", [{ path: ["graphql"], message }]);
  }
  const { graphqlServices } = await import("./graphql-service.ts");
  return graphqlServices(deployment);
}
