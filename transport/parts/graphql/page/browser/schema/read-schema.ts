import { buildClientSchema, type GraphQLSchema, getIntrospectionQuery, type IntrospectionQuery } from "graphql";
import { sendOperation } from "../send-operation.ts";

/**
 * Requests the endpoint's schema.
 *
 * @throws Error (rejected) with a message for the user.
 */
export async function readSchema(): Promise<GraphQLSchema> {
  const { status, text } = await sendOperation({ query: getIntrospectionQuery() });
  const { data, errors } = parseAnswer(text);
  if (data) return buildClientSchema(data);
  const isOff = errors?.some(({ extensions }) => extensions?.validationErrorCode === "INTROSPECTION_DISABLED");
  if (isOff) throw new Error("The server does not show its schema: introspection is off. Editing works without it.");
  throw new Error(`The schema could not be read: ${errors?.[0]?.message ?? `status ${status}`}`);
}

/** As far as it is used. */
interface IntrospectionAnswer {
  readonly data?: IntrospectionQuery | null;
  readonly errors?: readonly {
    readonly message: string;
    readonly extensions?: { readonly validationErrorCode?: string };
  }[];
}

function parseAnswer(text: string): IntrospectionAnswer {
  try {
    // This page's own server has answered; buildClientSchema refuses anything but a schema.
    return JSON.parse(text) as IntrospectionAnswer;
  } catch {
    return {};
  }
}
