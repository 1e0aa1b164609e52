import type { Components } from "./components.ts";
import type { Context } from "./context.ts";
import type { Parameter, Ref, Response } from "./document.ts";
import type { Responses } from "./operations/error-responses.ts";
import type { Described } from "./operations/operation.ts";

const NAME = "X-Galley-Position";

/**
 * Adds to an operation on a server of several nodes: the position that it waits for, and the position that a write
 * returns.
 */
export function withPositions(context: Context, described: Described, method: string): Described {
  if (!context.isShared) return described;
  const { components } = context;
  const { parameters = [], answers } = described;
  return {
    ...described,
    parameters: [...parameters, waitedFor(components)],
    answers: method === "GET" ? answers : withNamed(components, answers),
  };
}

function withNamed(components: Components, answers: Responses): Responses {
  return Object.fromEntries(
    Object.entries(answers).map(([status, answer]) => [status, isRef(answer) ? answer : naming(components, answer)]),
  );
}

function isRef(answer: Response | Ref): answer is Ref {
  return "$ref" in answer;
}

function naming(components: Components, answer: Response): Response {
  const header = components.header("Position", () => ({
    description: "The position of the write in the log. A node that gets it back waits until it has read it.",
    schema: { type: "string" },
  }));
  return { ...answer, headers: { ...answer.headers, [NAME]: header } };
}

function waitedFor(components: Components): Ref {
  const parameter: Parameter = {
    name: NAME,
    in: "header",
    description:
      "What an answer named, which is waited for; or `latest`: all that any node has acknowledged. 503 where it takes too long.",
    schema: { type: "string" },
  };
  return components.parameter("Position", () => parameter);
}
