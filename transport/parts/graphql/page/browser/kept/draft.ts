import type { Operation } from "../operation.ts";
import { Kept, textIn } from "./kept.ts";

const EXAMPLE = `# Ctrl-Enter runs the operation at the cursor, Ctrl-Space completes.
# Ctrl-click on a name shows its type.
{
  __typename
}
`;

/** Variables and headers of an operation. */
export interface Credentials {
  readonly token: string;
  /** JSON, or empty. */
  readonly headers: string;
}

/** The operation as it was when the page was left. */
export const keptDraft = new Kept<Operation>(
  () => localStorage,
  "draft",
  (value) => ({ query: textIn(value, "query") || EXAMPLE, variables: textIn(value, "variables") }),
);

/** Kept in session storage: for this tab, until it is closed. */
export const keptCredentials = new Kept<Credentials>(
  () => sessionStorage,
  "credentials",
  (value) => ({ token: textIn(value, "token"), headers: textIn(value, "headers") }),
);
