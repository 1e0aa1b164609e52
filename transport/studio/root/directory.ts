import type { ProfileName } from "../../contract/profile-name.ts";

/** The answer to `GET /`: what this server is, and the paths of its services. */
export interface Directory {
  readonly name: "Galley";
  /** Absent in production. */
  readonly profile?: ProfileName;
  /** Paths of the enabled services, by name. */
  readonly links: Links;
}

export interface Links {
  readonly rest: string;
  readonly openapi?: string;
  readonly graphql?: string;
  readonly studio?: string;
  readonly metrics?: string;
  readonly control?: string;
  readonly health: string;
}

/** The texts that people see for each link. */
export const LINK_TITLES: { readonly [name in keyof Links]-?: string } = {
  studio: "Studio: look at the content, edit it, and try the API",
  rest: "REST API",
  openapi: "OpenAPI document of the REST API",
  graphql: "GraphQL",
  metrics: "Metrics for Prometheus",
  control: "Control for tests: requests, faults, forks, snapshots, clock",
  health: "Health",
};
