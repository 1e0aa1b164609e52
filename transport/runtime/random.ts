import { randomBytes } from "node:crypto";

/** Source of all randomness: unpredictable, or reproducible from a seed. */
export interface Random {
  bytes(count: number): Uint8Array;
  /** From 0 up to but not including 1. */
  number(): number;
  /** A copy that continues independently with the same numbers. */
  fork(): Random;
}

/** Suitable for secrets. */
export const SYSTEM_RANDOM: Random = {
  bytes: drawnBytes(),
  number: () => Math.random(),
  fork: () => SYSTEM_RANDOM,
};

/** Bytes requested from the system at a time: the request costs more than the bytes. */
const DRAWN_AT_ONCE = 4096;

/** Random bytes of the system, each used once. */
function drawnBytes(): Random["bytes"] {
  let drawn = new Uint8Array(0);
  let given = 0;
  return (count) => {
    if (drawn.length - given < count) [drawn, given] = [randomBytes(Math.max(count, DRAWN_AT_ONCE)), 0];
    given += count;
    return drawn.subarray(given - count, given);
  };
}

/** Reproducible from seed and stream, by the generator sfc32; not for secrets. */
export function seededRandom(seed: number, stream: number): Random {
  const random = new Sfc32([seed >>> 0, Math.floor(seed / 2 ** 32) >>> 0, stream, 1]);
  // Warm-up: until the seed has reached every bit of the state.
  for (let round = 0; round < 15; round++) random.number();
  return random;
}

type Words = [a: number, b: number, c: number, counter: number];

class Sfc32 implements Random {
  readonly #state: Words;

  constructor(state: Words) {
    this.#state = state;
  }

  bytes(count: number): Uint8Array {
    return Uint8Array.from({ length: count }, () => this.#next() >>> 24);
  }

  number(): number {
    return this.#next() / 2 ** 32;
  }

  fork(): Random {
    return new Sfc32([...this.#state]);
  }

  #next(): number {
    const [a, b, c, counter] = this.#state;
    const next = (a + b + counter) | 0;
    this.#state[0] = b ^ (b >>> 9);
    this.#state[1] = (c + (c << 3)) | 0;
    this.#state[2] = (((c << 21) | (c >>> 11)) + next) | 0;
    this.#state[3] = (counter + 1) | 0;
    return next >>> 0;
  }
}
