import { type Action, EngineError, type RawParams } from "../../engine/index.ts";
import type { Answer } from "../answer.ts";
import { type Authorize, type KnownCaller, knownCaller } from "../content/authorize.ts";
import { idIn } from "../content/by-id.ts";
import type { FindCaller } from "../content/caller.ts";
import type { Face } from "../content/face.ts";
import type { Body } from "../content/parse-body.ts";
import type { Profile } from "../content/profile.ts";
import type { Guessing } from "../limits/rate-limit.ts";
import { isBelow } from "../path-below.ts";
import type { HttpRequest } from "../port.ts";
import { Router } from "../router.ts";
import type { RouteCall, Service } from "../service.ts";
import { checkNewUser } from "./auth-bodies.ts";
import type { Sessions } from "./session.ts";
import { USER_TYPE } from "./user-types.ts";
import { equal, type StoredUser, taken, type UserData, type Users } from "./users.ts";

export interface UserOptions {
  readonly guessing: Guessing;
  readonly users: Users;
  readonly sessions: Sessions;
  readonly profile: Profile;
  readonly findCaller: FindCaller;
  readonly authorize: Authorize;
  /** The parameters of a request. Throws EngineError. */
  readonly paramsOf: (request: HttpRequest) => RawParams;
  /** The body of a request. Throws HttpError. */
  readonly bodyOf: (request: HttpRequest) => Body;
  /** Anyone may sign up. */
  readonly register: boolean;
  readonly face: Face;
  /** First part of every path, `/api`. */
  readonly prefix: string;
}

/** Users at `/api/users`, as Strapi's plugin answers: by numeric id, and without an envelope. */
export function userService(options: UserOptions): Service {
  const { users, authorize, paramsOf, bodyOf, face } = options;
  const { entries } = options.sessions;
  const root = `${options.prefix}/users`;
  const route = (method: string, path: string, action: Action, handle: Handle) => ({
    method,
    path: root + path,
    handle: (call: RouteCall) => handle(call, authorize(call.request, USER_TYPE, action)),
  });

  const find: Handle = ({ request }, { access }) => ok(entries.list(paramsOf(request), access));
  const count: Handle = ({ request }, { access }) => ok(String(entries.count(paramsOf(request), access)));
  const findOne: Handle = ({ request, params: [id = ""] }, { access }) => {
    const entry = entries.one(idIn(id), paramsOf(request), access);
    return entry === null ? missing(options) : ok(entry);
  };

  const create: Handle = async ({ request }, { access }) => {
    const body = bodyOf(request);
    const { email, username } = checkNewUser(body);
    const data = withRole(users, { ...body, email, provider: "local" });
    const documentId = await inOneWord(() =>
      users.create(data, () => {
        if (users.where(equal("email", email)) !== null) throw taken("Email");
        if (users.where(equal("username", username)) !== null) {
          throw new EngineError("application", "This attribute must be unique");
        }
      }),
    );
    return ok(entries.written(documentId, WITH_ROLE, access), 201);
  };

  const update: Handle = async ({ request, params: [id = ""] }, { access }) => {
    const user = userWith(users, id);
    if (user === null) throw new EngineError("not-found", "User not found");
    const body = bodyOf(request);
    if (user.provider === "local" && Object.hasOwn(body, "password") && !body.password) {
      throw new EngineError("validation", "password.notNull");
    }
    const email = typeof body.email === "string" ? { email: body.email.toLowerCase() } : {};
    await users.update(user, withRole(users, { ...body, ...email }), () => {
      if (isOthers(users, user, "username", body.username)) throw taken("Username");
      if (isOthers(users, user, "email", email.email)) throw taken("Email");
    });
    return ok(entries.written(user.documentId, WITH_ROLE, access));
  };

  const remove: Handle = async ({ params: [id = ""] }, { access }) => {
    const user = userWith(users, id);
    if (user === null) return missing(options);
    const entry = entries.written(user.documentId, {}, access);
    await users.remove(user);
    return ok(entry);
  };

  const me = ({ request }: RouteCall): Answer => {
    const { id, access } = callerOf(options, request);
    return ok(entries.one(id, paramsOf(request), access) ?? "null");
  };

  return {
    ...face,
    owns: isBelow(root),
    router: new Router([
      { method: "GET", path: `${root}/me`, handle: me },
      route("GET", "/count", "find", count),
      route("GET", "", "find", find),
      route("POST", "", "create", create),
      route("GET", "/:id", "findOne", findOne),
      route("PUT", "/:id", "update", update),
      route("DELETE", "/:id", "delete", remove),
    ]),
  };
}

type Handle = (call: RouteCall, caller: KnownCaller) => Answer | Promise<Answer>;

const WITH_ROLE = { populate: ["role"] };

/** Who has signed in. Throws EngineError `unauthorized`, `forbidden` for anyone else. */
export function callerOf({ findCaller, profile }: UserOptions, request: HttpRequest) {
  const caller = knownCaller(findCaller, request);
  if (caller.kind === "user") return caller;
  if (caller.kind === "public" && profile.missingCredentials !== "unauthorized") {
    throw new EngineError("forbidden", "Forbidden");
  }
  throw new EngineError("unauthorized", caller.kind === "public" ? "Missing or invalid credentials" : "Unauthorized");
}

function ok(body: string, status = 200): Answer {
  return { status, body };
}

function missing({ profile }: UserOptions): Answer {
  if (profile.missingUser === "nothing") return { status: 204, body: null };
  throw new EngineError("not-found", "User not found");
}

function userWith(users: Users, id: string): StoredUser | null {
  const number = idIn(id);
  return number === null ? null : users.byId(number);
}

function isOthers(users: Users, user: StoredUser, field: string, value: unknown): boolean {
  if (typeof value !== "string") return false;
  const other = users.where(equal(field, value));
  return other !== null && other.id !== user.id;
}

/** Roles are named by numeric id here, whatever names other documents. */
function withRole(users: Users, data: UserData): UserData {
  const { role } = data;
  const id = typeof role === "number" || typeof role === "string" ? idIn(String(role)) : null;
  if (id === null) return data;
  const documentId = users.roleWithId(id);
  if (documentId !== null) return { ...data, role: documentId };
  const message = "1 relation(s) of type plugin::users-permissions.role associated with this entity do not exist";
  throw new EngineError("application", message);
}

/** Strapi tells faults of a new user by their message alone. */
async function inOneWord<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof EngineError && error.code === "validation"
      ? new EngineError("application", error.message)
      : error;
  }
}
