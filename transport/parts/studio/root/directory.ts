import type { ProfileName } from "../../../contract/profiles/profile-name.ts";

/** The answer to `GET /`: what this server is, and the paths of its services. */
export interface Directory {
  readonly name: "Galley";
  /** Absent in production. */
  readonly profile?: ProfileName;
  /** Paths of the enabled services, by name. */
  readonly links: Links;
  /** The names of the links that a browser can open without credentials. */
  readonly pages: readonly (keyof Links)[];
  /** Where the documentation is: a folder of the package `galley`. Absent in production. */
  readonly documentation?: string;
}

export interface Links {
  readonly studio?: string;
  readonly rest: string;
  readonly openapi?: string;
  readonly graphql?: string;
  readonly todo?: string;
  readonly metrics?: string;
  readonly control?: string;
  readonly health: string;
}

/** The texts that people see for each link, in their order. */
export const LINK_TEXTS: { readonly [name in keyof Links]-?: readonly [title: string, purpose: string] } = {
  studio: ["Studio", "Look at the content, edit it, and try the API"],
  rest: ["REST API", "For programs, as Strapi 5 answers them"],
  openapi: ["OpenAPI", "Describes the REST API to tools"],
  graphql: ["GraphQL", "The same content by queries"],
  todo: ["Todos", "A small API to try clients with"],
  metrics: ["Metrics", "For Prometheus"],
  control: ["Control", "For tests: requests, faults, forks, snapshots, clock"],
  health: ["Health", "Whether the server is ready"],
};
