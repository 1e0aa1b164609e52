import type { Answer } from "../../../http/answer.ts";
import { type BodySource, inBytes, isSource } from "../../../http/port.ts";
import type { FaultSpec } from "./fault.ts";

type Pause = (milliseconds: number) => Promise<void>;

/**
 * An answer that goes wrong on its way: its JSON broken, only a part of it sent, or a few bytes at a time. Loaded with the
 * first such fault. `pause` waits, unless the fault is removed.
 */
export function spoil(spec: FaultSpec, answer: Answer, pause: Pause): Answer {
  const { body } = answer;
  if (body === null) return answer;
  const isJson = answer.contentType === undefined || /\bjson\b/.test(answer.contentType);
  const whole = isSource(body) ? body : inBytes(body);
  if (isSource(whole)) return { ...answer, body: sent(whole, spec, pause) };
  const bytes = spec.garble === "json" && isJson ? broken(whole) : whole;
  if (spec.cut === undefined && spec.drip === undefined && spec.bandwidth === undefined) {
    return { ...answer, body: bytes };
  }
  return { ...answer, body: sent({ size: bytes.byteLength, read: () => once(bytes) }, spec, pause) };
}

/** JSON that no parser accepts: without the sign that ends it, or with one too many. */
function broken(bytes: Uint8Array): Uint8Array {
  const last = String.fromCharCode(bytes.at(-1) ?? 0);
  return '}]"'.includes(last) ? bytes.subarray(0, -1) : Buffer.concat([bytes, Buffer.from("}")]);
}

/** The same size is announced, whatever is sent of it. */
function sent(source: BodySource, spec: FaultSpec, pause: Pause): BodySource {
  const { cut = 1 } = spec;
  const end = Math.floor(source.size * cut);
  const { length, millisecondsOf } = paceOf(spec, end);
  return {
    size: source.size,
    read: async function* () {
      for await (const bytes of inLengths(upTo(source.read(), end), length)) {
        const milliseconds = millisecondsOf(bytes);
        if (milliseconds > 0) await pause(milliseconds);
        yield bytes;
      }
      // Bytes written just before a connection is closed may be dropped with it.
      if (cut < 1) await pause(FLUSH);
    },
  };
}

/** How many bytes are sent at a time, and how long that takes. */
interface Pace {
  readonly length: number;
  readonly millisecondsOf: (bytes: Uint8Array) => number;
}

/** Parts of a body that is sent at a bandwidth come at so many milliseconds. */
const TICK = 50;

function paceOf({ drip, bandwidth }: FaultSpec, size: number): Pace {
  if (drip !== undefined || bandwidth === undefined) {
    const { chunks = 1, over = 0 } = drip ?? {};
    return { length: Math.max(1, Math.ceil(size / chunks)), millisecondsOf: () => over / chunks };
  }
  const bytesPerMillisecond = bandwidth / 8000;
  return {
    length: Math.max(1, Math.floor(bytesPerMillisecond * TICK)),
    millisecondsOf: ({ byteLength }) => byteLength / bytesPerMillisecond,
  };
}

/** Milliseconds in which a listener hands its bytes to the system. */
const FLUSH = 20;

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** The first bytes of a body. */
async function* upTo(body: AsyncIterable<Uint8Array>, end: number): AsyncGenerator<Uint8Array> {
  let left = end;
  for await (const bytes of body) {
    if (left <= 0) return;
    yield bytes.subarray(0, left);
    left -= bytes.byteLength;
  }
}

async function* inLengths(body: AsyncIterable<Uint8Array>, length: number): AsyncGenerator<Uint8Array> {
  for await (const bytes of body) {
    for (let at = 0; at < bytes.byteLength; at += length) yield bytes.subarray(at, at + length);
  }
}
