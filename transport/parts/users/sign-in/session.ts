import type { Answer } from "../../../http/answer.ts";
import { setCookie } from "../../../http/headers/cookie.ts";
import type { HttpRequest } from "../../../http/port.ts";
import { wantsCookie } from "../sessions/refresh-cookie.ts";
import type { IssuedTokens } from "../tokens/user-tokens.ts";
import type { UserPart } from "../user-part.ts";

/**
 * The answer to a user who has signed in: the tokens, and the user as they see themselves, found by documentId; null
 * omits the user.
 */
export function sessionAnswer(
  { sessions, entries }: Pick<UserPart, "sessions" | "entries">,
  request: HttpRequest,
  { jwt, refreshToken }: IssuedTokens,
  documentId: string | null,
): Answer {
  const cookie = sessions !== null && wantsCookie(sessions.cookie, request) ? sessions.cookie : null;
  const members = [
    `"jwt":"${jwt}"`,
    ...(refreshToken === null || cookie !== null ? [] : [`"refreshToken":"${refreshToken}"`]),
    ...(documentId === null ? [] : [`"user":${entries.written(documentId)}`]),
  ];
  const headers = refreshToken === null || cookie === null ? [] : setCookie(cookie, refreshToken);
  return { status: 200, body: `{${members.join(",")}}`, headers };
}
