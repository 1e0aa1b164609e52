import { parseObject } from "./editor/json-editors.ts";
import { type Operation, operationNameAt } from "./operation.ts";
import { type Sent, sendOperation } from "./send-operation.ts";
import { messageOf, type Status } from "./status.ts";

export interface Run extends Operation {
  /** Position of the cursor in the document. */
  readonly offset: number;
  /** Sent as bearer token unless empty. */
  readonly token: string;
  /** JSON, or empty. */
  readonly headers: string;
}

/** Runs operations, one at a time: a new one cancels the one in progress. */
export class Runner {
  readonly #show: (answer: string) => void;
  readonly #status: Status;
  #underWay: AbortController | null = null;

  constructor(show: (answer: string) => void, status: Status) {
    this.#show = show;
    this.#status = status;
  }

  /** Shows the answer, or why there is none. */
  async run(run: Run): Promise<void> {
    this.#underWay?.abort();
    const control = new AbortController();
    this.#underWay = control;
    this.#status.tell("Running…");
    try {
      const sent = await send(run, control.signal);
      if (control.signal.aborted) return;
      this.#show(sent.text);
      this.#describe(sent);
    } catch (error) {
      if (!control.signal.aborted) this.#status.fail(messageOf(error));
    }
  }

  #describe({ status, milliseconds, size }: Sent): void {
    const text = `${status} · ${Math.round(milliseconds)} ms · ${size.toLocaleString("en")} bytes`;
    if (status < 400) this.#status.tell(text);
    else this.#status.fail(text);
  }
}

function send({ query, variables, offset, token, headers }: Run, signal: AbortSignal): Promise<Sent> {
  const request = {
    query,
    variables: named("Variables", () => parseObject(variables)),
    operationName: operationNameAt(query, offset),
  };
  const sent: Record<string, string> = {};
  if (token !== "") sent.authorization = `Bearer ${token}`;
  for (const [name, value] of Object.entries(named("Headers", () => parseObject(headers)))) sent[name] = String(value);
  return sendOperation(request, sent, signal);
}

/** Marks the editor with the fault. */
function named<T>(name: string, parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    throw new SyntaxError(`${name}: ${messageOf(error)}`);
  }
}
