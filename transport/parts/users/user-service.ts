import { type Action, EngineError } from "../../../engine/internal.ts";
import { knownCaller } from "../../access/authorize.ts";
import type { KnownCaller } from "../../access/caller.ts";
import { askedBy } from "../../access/note-author.ts";
import { hasRight } from "../../access/tokens.ts";
import { USER_TYPE } from "../../access/user-types.ts";
import { bodyOf } from "../../contract/parse-body.ts";
import type { Answer } from "../../http/answer.ts";
import { formAsFields } from "../../http/form/form-fields.ts";
import { isBelow } from "../../http/path-below.ts";
import type { HttpRequest } from "../../http/port.ts";
import { ownRight, type Right, Router } from "../../http/router.ts";
import type { RouteCall, Service } from "../../http/service.ts";
import type { Common, Mounting } from "../part.ts";
import { assertGranted } from "./roles/plugin-rights.ts";
import type { UserPart } from "./user-part.ts";

export interface UserOptions
  extends UserPart,
    Pick<Common, "profile" | "prefix">,
    Pick<Mounting, "findCaller" | "authorize" | "paramsOf" | "prepare" | "defaults"> {
  /** Where a user is redirected after confirming their address. */
  readonly confirmedUrl: string;
}

/** The operation that describes a route of this part. */
export type UserOperation = keyof typeof import("./operations.ts")["DESCRIPTION"]["operations"];

/** Users at `/api/users`, as in Strapi's plugin: by numeric id, and without an envelope. */
export function userService(options: UserOptions): Service {
  const { managing, entries, paramsOf, prepare, defaults } = options;
  const root = `${options.prefix}/users`;
  const route = (
    method: string,
    path: string,
    describes: UserOperation,
    action: Action,
    handle: Handle,
    needs: Right = right(action),
  ) => ({
    method,
    describes,
    path: root + path,
    needs,
    handle: (call: RouteCall) => handle(call, withRight(options, call.request, needs)),
  });

  const find: Handle = ({ request }, { access }) => ok(entries.list(paramsOf(request), access));
  const count: Handle = ({ request }, { access }) => ok(String(entries.count(paramsOf(request), access)));
  const findOne: Handle = ({ request, params: [id = ""] }, { access }) => {
    const entry = entries.one(id, paramsOf(request), access);
    return entry === null ? missing(options) : ok(entry);
  };

  const create: Handle = async (call, caller) => {
    const documentId = await managing.create(bodyOf(call), askedBy(caller, call.request));
    return ok(entries.written(documentId, WITH_ROLE, caller.access), 201);
  };

  const update: Handle = async (call, caller) => {
    const user = managing.withId(call.params[0] ?? "");
    if (user === null) throw new EngineError("not-found", "User not found");
    await managing.update(user, bodyOf(call), askedBy(caller, call.request));
    return ok(entries.written(user.documentId, WITH_ROLE, caller.access));
  };

  const remove: Handle = async ({ request, params: [id = ""] }, caller) => {
    const user = managing.withId(id);
    if (user === null) return missing(options);
    const entry = entries.written(user.documentId, {}, caller.access);
    await managing.remove(user, askedBy(caller, request));
    return ok(entry);
  };

  const me = ({ request }: RouteCall): Answer => {
    assertGranted(options.rights, request, "user.me");
    const { id, access } = signedIn(options, request);
    return ok(entries.one(String(id), paramsOf(request), access) ?? "null");
  };

  return {
    ...defaults,
    owns: isBelow(root),
    looksFirst: ["POST", "PUT", "DELETE"],
    readForm: formAsFields,
    prepare,
    router: new Router([
      {
        method: "GET",
        path: `${root}/me`,
        describes: "findMe" satisfies UserOperation,
        handle: me,
        needs: "signed in",
      },
      route("GET", "/count", "countUsers", "find", count, countRight(options)),
      route("GET", "", "findAllUsers", "find", find),
      route("POST", "", "createUser", "create", create),
      route("GET", "/:id", "findOneUser", "findOne", findOne),
      route("PUT", "/:id", "updateUser", "update", update),
      route("DELETE", "/:id", "deleteUser", "delete", remove),
    ]),
  };
}

type Handle = (call: RouteCall, caller: KnownCaller) => Answer | Promise<Answer>;

const WITH_ROLE = { populate: ["role"] };

/**
 * The signed-in user. Throws EngineError `unauthorized` or `forbidden` for any other caller. `refusal`: the message to
 * programs, which have a token of the API.
 */
export function callerOf({ findCaller, profile }: UserOptions, request: HttpRequest, refusal = "Unauthorized") {
  const caller = knownCaller(findCaller, request);
  if (caller.kind === "user") return caller;
  if (caller.kind === "public" && profile.missingCredentials !== "unauthorized") {
    throw new EngineError("forbidden", "Forbidden");
  }
  throw new EngineError("unauthorized", caller.kind === "public" ? "Missing or invalid credentials" : refusal);
}

/** The same where visitors have the right to call: they are told to sign in. */
function signedIn(options: UserOptions, request: HttpRequest) {
  const isStranger = knownCaller(options.findCaller, request).kind === "public";
  if (isStranger && options.profile.pluginRights === "by role") throw new EngineError("unauthorized", "Unauthorized");
  return callerOf(options, request);
}

function right(action: Action): Right {
  return { type: USER_TYPE, action };
}

/** In Strapi a right of its own, which tokens for reading lack. */
function countRight({ profile }: UserOptions): Right {
  return profile.pluginRights === "by role" ? ownRight(USER_TYPE, "count") : right("find");
}

/** Strapi's tokens for reading may call operations named `find` or `findOne`, and no other that reads. */
export function exceptReaders({ profile }: UserOptions, needed: Right): Right {
  return profile.pluginRights === "by role" ? { ...needed, refusesReaders: true } : needed;
}

/** The caller, if it has what a route needs. Throws EngineError `unauthorized`, `forbidden`. */
export function withRight({ authorize }: UserOptions, request: HttpRequest, needed: Right): KnownCaller {
  const caller = authorize(request, needed.type, needed.action);
  if (!hasRight(caller.access, needed)) throw new EngineError("forbidden", "Forbidden");
  return caller;
}

function ok(body: string, status = 200): Answer {
  return { status, body };
}

function missing({ profile }: UserOptions): Answer {
  if (profile.missingUser === "nothing") return { status: 204, body: null };
  throw new EngineError("not-found", "User not found");
}
