import { randomUUID } from "node:crypto";
import { EngineError } from "../../../../engine/internal.ts";
import { knownCaller } from "../../../access/authorize.ts";
import { type Asked, askedByAnyone } from "../../../access/note-author.ts";
import type { Counting } from "../../../access/rate-limit.ts";
import { type Body, bodyOf } from "../../../contract/parse-body.ts";
import type { Answer } from "../../../http/answer.ts";
import { formAsFields } from "../../../http/form/form-fields.ts";
import { HttpError } from "../../../http/http-error.ts";
import { escapedHtml } from "../../../http/page/escaped-html.ts";
import { HTML_TYPE } from "../../../http/page/page.ts";
import { isBelow } from "../../../http/path-below.ts";
import { Router } from "../../../http/router.ts";
import type { RouteCall, Service } from "../../../http/service.ts";
import { letInRoute } from "../providers/connect-service.ts";
import { assertGranted, type PluginAction } from "../roles/plugin-rights.ts";
import { sessionRoutes } from "../sessions/session-routes.ts";
import { afterWrite } from "../tokens/after-write.ts";
import { callerOf, type UserOperation, type UserOptions } from "../user-service.ts";
import type { StoredUser } from "../users.ts";
import { deviceIn } from "./device.ts";
import { sessionAnswer } from "./session.ts";

/** Paths for renewing and ending sessions. A Strapi without refresh tokens does not have them. */
const SESSIONS = /^\/(refresh|logout|sessions)(?:\/[^/]*)?$/i;

/** Sign-in and sign-up at `/api/auth`, as in Strapi's plugin. */
export function authService(options: UserOptions): Service {
  const {
    signingIn,
    entries,
    tokens,
    sessions,
    guessing,
    prepare,
    paramsOf,
    findCaller,
    rights,
    defaults,
    prefix,
    confirmedUrl,
  } = options;
  const root = `${prefix}/auth`;
  const route = (method: string, path: string, describes: UserOperation, action: PluginAction, handle: Handle) => ({
    method,
    describes,
    path: `${root}/${path}`,
    handle: async (call: RouteCall): Promise<Answer> => {
      assertGranted(rights, call.request, action);
      return handle(call);
    },
  });
  const limited = (
    path: string,
    describes: UserOperation,
    action: PluginAction,
    counts: Counting["counts"],
    attempt: Handle,
  ) => route("POST", path, describes, action, (call) => guessing(call.request, { counts }, () => attempt(call)));

  const signIn = async (call: RouteCall): Promise<Answer> => {
    const { request } = call;
    const body = bodyOf(call);
    const device = deviceIn(body, request);
    const user = await signingIn.login(body);
    const issued = await tokens.issue(user, device, askedByAnyone(findCaller, request));
    return sessionAnswer(options, request, issued, user.documentId);
  };
  /** Issues new tokens to a user whose password has changed. */
  const letInAnew = async (
    call: RouteCall,
    change: (body: Body, asked: Asked) => Promise<StoredUser>,
  ): Promise<Answer> => {
    const { request } = call;
    const asked = askedByAnyone(findCaller, request);
    const body = bodyOf(call);
    const device = deviceIn(body, request);
    const user = await change(body, asked);
    const issued = await afterWrite(tokens.reissue(user, device, asked));
    return sessionAnswer(options, request, issued, user.documentId);
  };

  return {
    ...defaults,
    owns: isBelow(root),
    looksFirst: ["GET", "POST", "DELETE"],
    readForm: formAsFields,
    prepare: (request) => {
      const body = prepare(request);
      const [, name] = SESSIONS.exec(request.path.slice(root.length)) ?? [];
      // Invalid credentials are refused even where none are needed, except where expired ones are exchanged.
      const caller = name === "refresh" ? null : knownCaller(findCaller, request);
      if (sessions !== null || name === undefined) return body;
      // Visitors must not learn whether the server has sessions.
      if (caller?.kind === "public") callerOf(options, request);
      throw new HttpError("no route", "Not Found");
    },
    router: new Router([
      limited("local", "signIn", "auth.callback", "unless right", signIn),
      // Where a user is led back to after signing in locally; the request has no body.
      { ...route("GET", "local/callback", "signIn", "auth.callback", signIn), isAlias: true },
      limited("local/register", "register", "auth.register", "always", async (call) => {
        const { request } = call;
        const asked = askedByAnyone(findCaller, request);
        const { user, isLetIn } = await signingIn.register(bodyOf(call), asked);
        if (!isLetIn) return { status: 200, body: `{"user":${entries.written(user.documentId)}}` };
        const device = { id: randomUUID(), userAgent: request.header("user-agent") };
        const issued = await afterWrite(tokens.issue(user, device, asked));
        return sessionAnswer(options, request, issued, user.documentId);
      }),
      {
        ...route("POST", "change-password", "changePassword", "auth.changePassword", async (call) => {
          if (knownCaller(findCaller, call.request).kind === "token") {
            throw new EngineError("application", "You must be authenticated to reset your password");
          }
          const { id } = callerOf(options, call.request);
          const change = () => letInAnew(call, (body, asked) => signingIn.changePassword(id, body, asked));
          return guessing(call.request, { counts: "unless right", user: id }, change);
        }),
        needs: "signed in",
      },
      limited("forgot-password", "forgotPassword", "auth.forgotPassword", "always", async (call) => {
        signingIn.forgot(bodyOf(call));
        return { status: 200, body: '{"ok":true}' };
      }),
      route("GET", "email-confirmation", "confirmAddress", "auth.emailConfirmation", (call) =>
        guessing(call.request, { counts: "unless right" }, async () => {
          await signingIn.confirm(paramsOf(call.request), askedByAnyone(findCaller, call.request));
          return redirectTo(confirmedUrl);
        }),
      ),
      limited(
        "send-email-confirmation",
        "sendEmailConfirmation",
        "auth.sendEmailConfirmation",
        "always",
        async (call) => {
          const email = await signingIn.sendConfirmation(bodyOf(call));
          return { status: 200, body: JSON.stringify({ email, sent: true }) };
        },
      ),
      limited("reset-password", "resetPassword", "auth.resetPassword", "unless right", (call) =>
        letInAnew(call, (body, asked) => signingIn.reset(body, asked)),
      ),
      letInRoute(options, root),
      ...(sessions === null ? [] : sessionRoutes(options, root, sessions)),
    ]),
  };
}

type Handle = (call: RouteCall) => Promise<Answer>;

function redirectTo(url: string): Answer {
  const body = `Redirecting to ${escapedHtml(url)}.`;
  return { status: 302, body, contentType: HTML_TYPE, headers: [["location", url]] };
}
