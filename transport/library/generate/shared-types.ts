/** Types that the generated interfaces are built from. */
export const SHARED_TYPES = `export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** Rich text as a list of nodes. */
export type Blocks = { type: string; [key: string]: Json }[];

/** Documents of a relation, by documentId: its new value, or changes of it. */
export type Link =
  | string
  | readonly string[]
  | { set?: readonly string[]; connect?: readonly string[]; disconnect?: readonly string[] };
`;
