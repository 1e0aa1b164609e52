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

export type Links = { readonly [name in keyof typeof LINK_TEXTS]?: string };

/** The texts that people see for each link, in their order. */
export const LINK_TEXTS = {
  studio: ["Studio", "Look at the content, edit it, and try the API"],
  rest: ["REST API", "For programs, as Strapi 5 answers them"],
  openapi: ["OpenAPI", "Describes the REST API to tools"],
  graphql: ["GraphQL", "The same content by queries"],
  todo: ["Todos", "A small API to try clients with"],
  metrics: ["Metrics", "For Prometheus"],
  control: ["Control", "For tests: requests, faults, forks, snapshots, clock"],
  health: ["Health", "Whether the server is ready"],
} as const;

/** Where a service is. */
export interface Link {
  readonly name: keyof Links;
  readonly path: string;
  /** Whether a browser can open it without credentials. */
  readonly isPage: boolean;
}

/** The directory of a server with these links. `profile`: null in production. */
export function directoryOf(profile: ProfileName | null, given: readonly Link[]): Directory {
  const links = Object.keys(LINK_TEXTS).flatMap((name) => given.filter((link) => link.name === name));
  return {
    name: "Galley",
    ...(profile !== null && { profile }),
    links: Object.fromEntries(links.map(({ name, path }) => [name, path])),
    pages: links.filter(({ isPage }) => isPage).map(({ name }) => name),
    ...(profile !== null && { documentation: "the folder docs of the package galley" }),
  };
}
