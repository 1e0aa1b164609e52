import { EngineError } from "../../../../engine/internal.ts";
import { askedByAnyone } from "../../../access/note-author.ts";
import { own } from "../../../contract/body-checks.ts";
import { bodyOf } from "../../../contract/parse-body.ts";
import type { Answer } from "../../../http/answer.ts";
import { clearCookie, cookieIn } from "../../../http/headers/cookie.ts";
import { HttpError } from "../../../http/http-error.ts";
import type { HttpRequest } from "../../../http/port.ts";
import type { Route } from "../../../http/router.ts";
import type { RouteCall, RouteHandle } from "../../../http/service.ts";
import { proofCookie } from "../providers/connect-service.ts";
import { assertGranted } from "../roles/plugin-rights.ts";
import { deviceIn } from "../sign-in/device.ts";
import { sessionAnswer } from "../sign-in/session.ts";
import { callerOf, type UserOperation, type UserOptions } from "../user-service.ts";
import { type UserSessions, wantsCookie } from "./refresh-cookie.ts";
import type { Session } from "./stored-sessions.ts";

/** The message to a program, which has no sessions. */
const NO_USER = "Missing authentication";

/** Routes that renew, list and end sessions, as Strapi's plugin does in its mode `refresh`. `root`: `/api/auth`. */
export function sessionRoutes(
  options: UserOptions,
  root: string,
  sessions: UserSessions,
): readonly (Route<RouteHandle> & { readonly describes: UserOperation })[] {
  const { tokens, cookie } = sessions;
  const { users, rights, prefix, findCaller } = options;
  const asked = (request: HttpRequest) => askedByAnyone(findCaller, request);
  const proof = proofCookie(prefix);

  const refresh = async (call: RouteCall): Promise<Answer> => {
    const { request } = call;
    const token = cookieIn(cookie, request) ?? own(bodyOf(call), "refreshToken");
    if (typeof token !== "string" || token === "") throw new HttpError("bad request", "Missing refresh token");
    return sessionAnswer(options, request, await tokens.renew(token, asked(request)), null);
  };

  const logout = async (call: RouteCall): Promise<Answer> => {
    const { request } = call;
    assertGranted(rights, request, "auth.logout");
    const { id, session } = callerOf(options, request, NO_USER);
    const body = bodyOf(call);
    const { id: device } = deviceIn(body, request);
    const given = cookieIn(cookie, request) ?? own(body, "refreshToken");
    const named = (typeof given === "string" ? tokens.sessionOf(given)?.id : undefined) ?? session;
    const isEnded = (each: Session) => {
      if (own(body, "scope") === "all") return true;
      return device === null ? each.id === named : each.deviceId === device;
    };
    await tokens.end(id, isEnded, asked(request));
    const headers = [
      ...(wantsCookie(cookie, request) ? clearCookie(cookie) : []),
      ...(cookieIn(proof, request) === null ? [] : clearCookie(proof)),
    ];
    return { status: 200, body: '{"ok":true}', headers };
  };

  const list = ({ request }: RouteCall): Answer => {
    assertGranted(rights, request, "auth.getSessions");
    const { id, session } = callerOf(options, request, NO_USER);
    const user = users.byId(id);
    return { status: 200, body: JSON.stringify({ data: user === null ? [] : tokens.listOf(user, session ?? null) }) };
  };

  const revoke = async ({ request, params: [named] }: RouteCall): Promise<Answer> => {
    assertGranted(rights, request, "auth.revokeSession");
    const { id } = callerOf(options, request, NO_USER);
    if ((await tokens.end(id, (each) => each.id === named, asked(request))) === 0) {
      throw new EngineError("not-found", "Session not found");
    }
    return { status: 200, body: '{"data":{}}' };
  };

  return [
    { method: "POST", path: `${root}/refresh`, describes: "refreshSession", handle: refresh },
    { method: "POST", path: `${root}/logout`, describes: "signOut", handle: logout, needs: "signed in" },
    { method: "GET", path: `${root}/sessions`, describes: "findSessions", handle: list, needs: "signed in" },
    {
      method: "DELETE",
      path: `${root}/sessions/:sessionId`,
      describes: "endSession",
      handle: revoke,
      needs: "signed in",
    },
  ];
}
