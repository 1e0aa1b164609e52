import type { Answer } from "../http/answer.ts";
import { entityTag, namesTag } from "../http/headers/entity-tag.ts";
import type { ComposedText } from "../http/json/composed-text.ts";
import type { HeaderList } from "../http/port.ts";
import type { RouteHandle } from "../http/service.ts";

/** An answer by whose tag a client can ask whether what it has is still what it would get. */
export interface TaggedAnswer extends Answer {
  readonly entityTag: string;
  readonly headers: HeaderList;
}

/** 200 with this body and its tag. */
export function taggedAnswer(body: string | ComposedText): TaggedAnswer {
  const tag = entityTag(body);
  return { status: 200, body, entityTag: tag, headers: [["etag", tag], REVALIDATED, BY_CALLER] };
}

/** Without it a cache may guess how long the answer stays good, and serve lists of before a write. */
const REVALIDATED = ["cache-control", "no-cache"] as const;

/** What one caller gets is not what another gets: caches that serve several must keep them apart. */
const BY_CALLER = ["vary", "Authorization"] as const;

export function isTagged(answer: Answer): answer is TaggedAnswer {
  return "entityTag" in answer;
}

/**
 * The same route for clients that name what they have in `If-None-Match`: where that is what they would get, they get
 * 304 without it. What they would get is found first, with their own rights, so that a tag opens nothing.
 */
export function withConditions(handle: RouteHandle): RouteHandle {
  return (call) => {
    const answer = handle(call);
    const named = call.request.header("if-none-match");
    if (named === undefined) return answer;
    return answer instanceof Promise ? answer.then((it) => unlessNamed(named, it)) : unlessNamed(named, answer);
  };
}

function unlessNamed(named: string, answer: Answer): Answer {
  if (!isTagged(answer) || !namesTag(named, answer.entityTag)) return answer;
  return { status: 304, body: null, headers: answer.headers };
}
