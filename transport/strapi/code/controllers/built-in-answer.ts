import { EngineError } from "../../../../engine/internal.ts";
import { GrantedRequest } from "../../../access/granted-request.ts";
import type { Answer } from "../../../http/answer.ts";
import { WITH_BODY } from "../../../http/methods.ts";
import { inOnePiece, isSource } from "../../../http/port.ts";
import { answerRequest } from "../../../http/service.ts";
import type { KoaContext } from "../koa/koa-context.ts";
import type { Loose } from "../strapi-object.ts";
import { exchangeOf } from "./exchange.ts";
import { strapiError } from "./strapi-error.ts";

/**
 * The answer of a built-in route to what `ctx` asks for by now: with its query and its body, in the name of its caller,
 * whose right to the route around it is checked already. Null where there is nothing.
 *
 * @throws Strapi's errors (rejected).
 */
export async function builtInAnswer(ctx: KoaContext, method: string, path: string): Promise<Answer | null> {
  const { arriving, caller } = exchangeOf(ctx);
  const { request } = ctx;
  const inner = new GrantedRequest(
    arriving.request,
    {
      method,
      path,
      query: request.askedQuery,
      ...(request.isBodyRead && WITH_BODY.has(method) && { json: request.body ?? {} }),
    },
    caller,
  );
  try {
    return await answerRequest(arriving.serviceAt(path, method), inner);
  } catch (error) {
    if (error instanceof EngineError && error.code === "not-found") return null;
    throw strapiError(error);
  }
}

/** The value of a JSON answer; undefined for one without, and for a stream. */
export function jsonOf({ body }: Answer): Loose {
  return body === null || isSource(body) ? undefined : JSON.parse(String(inOnePiece(body)));
}
