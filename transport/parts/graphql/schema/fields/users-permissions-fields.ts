import {
  GraphQLBoolean,
  type GraphQLFieldConfig,
  GraphQLID,
  GraphQLInputObjectType,
  GraphQLNonNull,
  GraphQLObjectType,
  type GraphQLOutputType,
  GraphQLString,
} from "graphql";
import { dataInput } from "../inputs/data-input.ts";
import type { Types } from "../types.ts";
import { entryResponse } from "../v4-fields.ts";
import type { PluginFields } from "./root-fields.ts";

const id = { type: new GraphQLNonNull(GraphQLID) };
const text = { type: GraphQLString };
const neededText = { type: new GraphQLNonNull(GraphQLString) };
const flag = { type: GraphQLBoolean };

/** Sign-in, and management of users and roles (graphql, §17). */
export function usersPermissionsFields(types: Types): PluginFields {
  const login = loginPayload(types);
  return {
    query: { me: { type: login.user } },
    mutation: { ...managing(types), ...signingIn(login.payload) },
  };
}

type Fields = Record<string, GraphQLFieldConfig<unknown, unknown>>;

function managing(types: Types): Fields {
  const role = types.schema.type("plugin::users-permissions.role");
  const user = types.schema.type("plugin::users-permissions.user");
  const roleData = { type: new GraphQLNonNull(dataInput(types, role)) };
  const userData = { type: new GraphQLNonNull(dataInput(types, user)) };
  const answered = new GraphQLNonNull(entryResponse(types, user));
  return {
    createUsersPermissionsRole: {
      description: "Create a new role",
      type: done("CreateRole"),
      args: { data: roleData },
    },
    updateUsersPermissionsRole: {
      description: "Update an existing role",
      type: done("UpdateRole"),
      args: { id, data: roleData },
    },
    deleteUsersPermissionsRole: { description: "Delete an existing role", type: done("DeleteRole"), args: { id } },
    createUsersPermissionsUser: { description: "Create a new user", type: answered, args: { data: userData } },
    updateUsersPermissionsUser: {
      description: "Update an existing user",
      type: answered,
      args: { id, data: userData },
    },
    deleteUsersPermissionsUser: { description: "Delete an existing user", type: answered, args: { id } },
  };
}

function signingIn(payload: GraphQLOutputType): Fields {
  const needed = new GraphQLNonNull(payload);
  return {
    login: { type: needed, args: { input: { type: new GraphQLNonNull(loginInput()) } } },
    register: {
      description: "Register a user",
      type: needed,
      args: { input: { type: new GraphQLNonNull(registerInput()) } },
    },
    forgotPassword: {
      description: "Request a reset password token",
      type: done("Password"),
      args: { email: neededText },
    },
    resetPassword: {
      description: "Reset user password. Confirm with a code (resetToken from forgotPassword)",
      type: payload,
      args: { password: neededText, passwordConfirmation: neededText, code: neededText },
    },
    changePassword: {
      description: "Change user password. Confirm with the current password.",
      type: payload,
      args: { currentPassword: neededText, password: neededText, passwordConfirmation: neededText },
    },
    emailConfirmation: {
      description: "Confirm an email users email address",
      type: payload,
      args: { confirmation: neededText },
    },
  };
}

/** `UsersPermissions…Payload`, which confirms an operation. */
function done(what: string): GraphQLObjectType {
  const ok = { type: new GraphQLNonNull(GraphQLBoolean) };
  return new GraphQLObjectType({ name: `UsersPermissions${what}Payload`, fields: { ok } });
}

function loginPayload({ format }: Types) {
  const role = new GraphQLObjectType({
    name: "UsersPermissionsMeRole",
    fields: { id, name: neededText, description: text, type: text },
  });
  const user = new GraphQLObjectType({
    name: "UsersPermissionsMe",
    fields: {
      id,
      ...(format === "v5" && { documentId: id }),
      username: neededText,
      email: text,
      confirmed: flag,
      blocked: flag,
      role: { type: role },
    },
  });
  const payload = new GraphQLObjectType({
    name: "UsersPermissionsLoginPayload",
    fields: { jwt: text, user: { type: new GraphQLNonNull(user) } },
  });
  return { user, payload };
}

function loginInput(): GraphQLInputObjectType {
  const provider = { ...neededText, defaultValue: "local" };
  return new GraphQLInputObjectType({
    name: "UsersPermissionsLoginInput",
    fields: { identifier: neededText, password: neededText, provider },
  });
}

function registerInput(): GraphQLInputObjectType {
  return new GraphQLInputObjectType({
    name: "UsersPermissionsRegisterInput",
    fields: { username: neededText, email: neededText, password: neededText },
  });
}
