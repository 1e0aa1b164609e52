import { buildClientSchema, type GraphQLSchema, getIntrospectionQuery, type IntrospectionQuery } from "graphql";
import { sendOperation } from "../send-operation.ts";

/**
 * Asks the endpoint for its schema.
 *
 * @throws Error (rejected) that says in words for people why there is none.
 */
export async function readSchema(): Promise<GraphQLSchema> {
  const { status, text } = await sendOperation({ query: getIntrospectionQuery() });
  const { data, errors } = parseAnswer(text);
  if (data) return buildClientSchema(data);
  const isOff = errors?.some(({ extensions }) => extensions?.validationErrorCode === "INTROSPECTION_DISABLED");
  if (isOff) throw new Error("The server does not show its schema: introspection is off. Editing goes on without it.");
  throw new Error(`The schema could not be read: ${errors?.[0]?.message ?? `status ${status}`}`);
}

/** As far as it is looked at. */
interface IntrospectionAnswer {
  readonly data?: IntrospectionQuery | null;
  readonly errors?: readonly {
    readonly message: string;
    readonly extensions?: { readonly validationErrorCode?: string };
  }[];
}

function parseAnswer(text: string): IntrospectionAnswer {
  try {
    // The server is the one that this page is part of; buildClientSchema refuses what is no schema.
    return JSON.parse(text) as IntrospectionAnswer;
  } catch {
    return {};
  }
}
