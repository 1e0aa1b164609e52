import type { Flag } from "./usage.ts";

/** Flags of the commands that read a source. */
export const SOURCE_FLAGS: { readonly [name: string]: Flag } = {
  "token-env": { value: "NAME", help: "Environment variable with the source's token" },
  "token-file": { value: "FILE", help: "File with the token, which only you can read (mode 0600); - asks for it" },
  schema: {
    value: "PATH",
    help: "Project or OpenAPI document with the content types, for a token that may not read them",
  },
  types: {
    value: "NAMES",
    help: "Content types to read, with commas between them (all of the project's own); routes, to infer them from answers",
  },
  rate: { value: "N", help: "At most N requests a second" },
  strict: { help: "Refuse redirects to other origins" },
  insecure: { help: "Accept a certificate that is not valid" },
  quiet: { help: "Do not show progress" },
};
