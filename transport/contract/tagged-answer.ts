import { isPromise } from "../../engine/internal.ts";
import type { Answer } from "../http/answer.ts";
import { entityTag, namesTag } from "../http/headers/entity-tag.ts";
import type { ComposedText } from "../http/json/composed-text.ts";
import type { HeaderList } from "../http/port.ts";
import type { RouteHandle } from "../http/service.ts";

/** An answer with an entity tag, by which clients can validate their copy. */
export interface TaggedAnswer extends Answer {
  readonly entityTag: string;
  readonly headers: HeaderList;
}

/** 200 with this body and its tag. */
export function taggedAnswer(body: string | ComposedText): TaggedAnswer {
  const tag = entityTag(body);
  return { status: 200, body, entityTag: tag, headers: [["etag", tag], REVALIDATED, BY_CALLER] };
}

/** Without it caches could guess a lifetime, and serve lists that are older than a write. */
const REVALIDATED = ["cache-control", "no-cache"] as const;

/** Answers depend on the caller: shared caches must keep them apart. */
const BY_CALLER = ["vary", "Authorization"] as const;

export function isTagged(answer: Answer): answer is TaggedAnswer {
  return "entityTag" in answer;
}

/**
 * The route with support for `If-None-Match`: a client whose copy is current gets 304 without a body. The answer is made
 * first, with the client's own rights, so that a tag gives no access.
 */
export function withConditions(handle: RouteHandle): RouteHandle {
  return (call) => {
    const answer = handle(call);
    const named = call.request.header("if-none-match");
    if (named === undefined) return answer;
    return isPromise(answer) ? answer.then((it) => unlessNamed(named, it)) : unlessNamed(named, answer);
  };
}

function unlessNamed(named: string, answer: Answer): Answer {
  if (!isTagged(answer) || !namesTag(named, answer.entityTag)) return answer;
  return { status: 304, body: null, headers: answer.headers };
}
