import type { ProfileName } from "../../contract/profile-name.ts";

/** What `GET /` says: what this server is, and where what it serves is found. */
export interface Directory {
  readonly name: "Galley";
  /** Absent in production. */
  readonly profile?: ProfileName;
  /** Paths of what is switched on, by name. */
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

/** What a person reads beside each link. */
export const LINK_TITLES: { readonly [name in keyof Links]-?: string } = {
  studio: "Studio: look at the content, edit it, and try the API",
  rest: "REST API",
  openapi: "OpenAPI document of the REST API",
  graphql: "GraphQL",
  metrics: "Metrics for Prometheus",
  control: "Control for tests: requests, faults, forks, snapshots, clock",
  health: "Health",
};
