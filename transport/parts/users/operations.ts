import { USER_TYPE } from "../../access/user-types.ts";
import { type Context, nameOf } from "../openapi/context.ts";
import type { Response } from "../openapi/document.ts";
import type { Responses } from "../openapi/operations/error-responses.ts";
import { type Described, type Description, jsonAnswer, jsonBody, NO_CONTENT } from "../openapi/operations/operation.ts";
import { listParameters, shapeParameters } from "../openapi/operations/query-parameters.ts";
import { entrySchema } from "../openapi/schemas/entry-schemas.ts";
import { inputMembers } from "../openapi/schemas/input-schemas.ts";
import { anyOf, arrayOf, type JsonSchema, NULL, objectWith, TEXT } from "../openapi/schemas/json-schema.ts";

const PASSWORD: JsonSchema = { type: "string", writeOnly: true };

const ROLE = { name: TEXT, description: TEXT, permissions: { type: "object" } } as const;
const DONE = jsonAnswer("Done.", objectWith({ ok: { type: "boolean", const: true } }, ["ok"]));

const SESSION = objectWith(
  {
    id: TEXT,
    deviceId: { type: ["string", "null"] },
    deviceName: TEXT,
    current: { type: "boolean" },
    loginAt: TEXT,
    lastActiveAt: TEXT,
  },
  ["id", "deviceId", "current", "loginAt", "lastActiveAt"],
);

export const DESCRIPTION = {
  tag: { name: "Users", description: "Signing in and up, and managing users." },
  operations: {
    signIn: (context) => signingIn(context, "Sign in", { identifier: TEXT, password: PASSWORD }),
    register: (context) => ({
      ...signingIn(context, "Sign up", { username: TEXT, email: TEXT, password: PASSWORD }),
      answers: {
        200: jsonAnswer("The user, and its token unless its address must be confirmed first.", signedUp(context)),
      },
    }),
    changePassword: (context) =>
      signingIn(context, "Change one's password", {
        currentPassword: PASSWORD,
        password: PASSWORD,
        passwordConfirmation: PASSWORD,
      }),
    forgotPassword: () => ({
      summary: "Have a code sent with which another password can be set",
      requestBody: jsonBody({ type: "object", required: ["email"], properties: { email: TEXT } }),
      answers: { 200: jsonAnswer("Told in any case.", objectWith({ ok: { type: "boolean", const: true } }, ["ok"])) },
    }),
    confirmAddress: () => ({
      summary: "Confirm an address by the code that was sent to it",
      parameters: [{ name: "confirmation", in: "query", required: true, schema: TEXT }],
      answers: { 302: ledTo("Confirmed: leads on to the page of the configuration.") },
    }),
    sendEmailConfirmation: () => ({
      summary: "Have a code sent with which an address is confirmed",
      requestBody: jsonBody({ type: "object", required: ["email"], properties: { email: TEXT } }),
      answers: {
        200: jsonAnswer(
          "Sent.",
          objectWith({ email: TEXT, sent: { type: "boolean", const: true } }, ["email", "sent"]),
        ),
      },
    }),
    resetPassword: (context) =>
      signingIn(context, "Set another password", {
        code: PASSWORD,
        password: PASSWORD,
        passwordConfirmation: PASSWORD,
      }),
    refreshSession: () => ({
      summary: "Get the next two tokens of a session",
      requestBody: jsonBody({ type: "object", properties: { refreshToken: PASSWORD } }),
      answers: { 200: jsonAnswer("The next two tokens.", objectWith({ jwt: TEXT, refreshToken: TEXT }, ["jwt"])) },
    }),
    signOut: () => ({
      summary: "End this session, those of a device, or all",
      requestBody: jsonBody({ type: "object", properties: { deviceId: TEXT, scope: TEXT, refreshToken: PASSWORD } }),
      answers: { 200: DONE },
    }),
    findSessions: () => ({
      summary: "List one's sessions",
      answers: { 200: jsonAnswer("All that are open.", objectWith({ data: arrayOf(SESSION) }, ["data"])) },
    }),
    endSession: () => ({
      summary: "End one of one's sessions",
      answers: { 200: jsonAnswer("Ended.", objectWith({ data: { type: "object" } }, ["data"])) },
      mayMiss: true,
    }),
    connect: () => ({
      summary: "Sign in at a provider",
      parameters: [{ name: "callback", in: "query", schema: TEXT }],
      answers: { 302: ledTo("Leads to the page of the provider.") },
    }),
    connected: () => ({
      summary: "Come back from a provider",
      answers: { 302: ledTo("Leads to the page of the configuration.") },
    }),
    signInConnected: (context) => ({
      summary: "Sign in after coming back from a provider",
      answers: { 200: jsonAnswer("A token of the user, and the user.", sessionSchema(context)) },
    }),
    findAllRoles: () => ({
      summary: "List the roles of users",
      answers: { 200: jsonAnswer("Found.", objectWith({ roles: arrayOf({ type: "object" }) }, ["roles"])) },
    }),
    findOneRole: () => ({
      summary: "Read a role and its permissions",
      answers: { 200: jsonAnswer("Found.", objectWith({ role: { type: "object" } }, ["role"])) },
      mayMiss: true,
    }),
    createRole: () => ({
      summary: "Create a role",
      requestBody: jsonBody({ type: "object", required: ["name"], properties: ROLE }),
      answers: { 200: DONE },
    }),
    updateRole: () => ({
      summary: "Change a role or its permissions",
      requestBody: jsonBody({ type: "object", properties: ROLE }),
      answers: { 200: DONE },
      mayMiss: true,
    }),
    deleteRole: () => ({
      summary: "Remove a role, whose users get the public one",
      answers: { 200: DONE },
      mayMiss: true,
    }),
    findPermissions: () => ({
      summary: "Everything that a role can grant",
      answers: { 200: jsonAnswer("All.", objectWith({ permissions: { type: "object" } }, ["permissions"])) },
    }),
    findMe: (context) => ({
      summary: "Read oneself",
      parameters: shapeParameters(context, userType(context)),
      answers: { 200: jsonAnswer("Found.", anyOf(userSchema(context), NULL)) },
    }),
    countUsers: (context) => ({
      summary: "Count users",
      parameters: userParameters(context).filter(({ $ref }) => $ref.endsWith("Filters")),
      answers: { 200: jsonAnswer("How many there are.", { type: "integer" }) },
    }),
    findAllUsers: (context) => ({
      summary: "List users",
      parameters: userParameters(context),
      answers: { 200: jsonAnswer("Found.", arrayOf(userSchema(context))) },
    }),
    createUser: (context) => ({
      summary: "Create a user",
      requestBody: jsonBody({
        allOf: [userInput(context), { type: "object", required: ["username", "email", "password", "role"] }],
      }),
      answers: { 201: jsonAnswer("What was created.", userSchema(context)) },
    }),
    findOneUser: (context) => ({
      summary: "Read a user",
      parameters: shapeParameters(context, userType(context)),
      ...unlessMissing(context, { 200: jsonAnswer("Found.", userSchema(context)) }),
    }),
    updateUser: (context) => ({
      summary: "Change a user",
      requestBody: jsonBody(userInput(context)),
      answers: { 200: jsonAnswer("What it is after the change.", userSchema(context)) },
      mayMiss: true,
    }),
    deleteUser: (context) => ({
      summary: "Remove a user",
      ...unlessMissing(context, { 200: jsonAnswer("The user as it was.", userSchema(context)) }),
    }),
  },
} satisfies Description;

/** For a user that does not exist: an error, or an answer without a body. */
function unlessMissing({ profile }: Context, answers: Responses): Pick<Described, "answers" | "mayMiss"> {
  return profile.missingUser === "nothing" ? { answers: { ...answers, 204: NO_CONTENT } } : { answers, mayMiss: true };
}

function signingIn(context: Context, summary: string, properties: { readonly [name: string]: JsonSchema }): Described {
  const body = { type: "object", required: Object.keys(properties), properties };
  return {
    summary,
    requestBody: jsonBody(body),
    answers: { 200: jsonAnswer("A token of the user, and the user.", sessionSchema(context)) },
  };
}

function sessionSchema(context: Context): JsonSchema {
  return context.components.schema("Session", () => objectWith(sessionMembers(context), ["jwt", "user"]));
}

function signedUp(context: Context): JsonSchema {
  return context.components.schema("SignedUp", () => objectWith(sessionMembers(context), ["user"]));
}

function sessionMembers(context: Context) {
  return { jwt: TEXT, refreshToken: TEXT, user: userSchema(context) };
}

function ledTo(description: string): Response {
  return { description, content: { "text/plain": { schema: TEXT } } };
}

function userType({ schema }: Context) {
  return schema.type(USER_TYPE);
}

function userSchema(context: Context): JsonSchema {
  return entrySchema(context, userType(context), "published");
}

/** A user's role is given by its numeric id. */
function userInput(context: Context): JsonSchema {
  return context.components.schema(nameOf(context, userType(context), "Input"), () =>
    objectWith({ ...inputMembers(context, userType(context)), role: { type: ["integer", "string", "object"] } }),
  );
}

function userParameters(context: Context) {
  return listParameters(context, userType(context));
}
