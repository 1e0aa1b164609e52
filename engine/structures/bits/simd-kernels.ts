import {
  ADD,
  type Code,
  get,
  I8X16_ADD,
  I8X16_POPCNT,
  I16X8_EXTADD_PAIRWISE_I8X16_U,
  I32X4_ADD,
  I32X4_EXTADD_PAIRWISE_I16X8_U,
  IS_BELOW,
  i32x4Lane,
  type Kernel,
  load,
  plus,
  repeat,
  set,
  store,
  V128_AND,
  V128_ANDNOT,
  V128_OR,
} from "./wasm-module.ts";

/** Bytes that each kernel handles per iteration: four vectors. */
export const TURN_BYTES = 64;
const OFFSETS = [0, 16, 32, 48];

// The parameters: addresses of two bitmaps, and the end of the first one. The range is a whole number of iterations, at
// least one.
const ONE = 0;
const OTHER = 1;
const END = 2;
const SUM = 3;

/** Kernels over two bitmaps in memory: three modify the first one, and one counts their common bits. */
export const SIMD_KERNELS: readonly Kernel[] = [
  combining("andInto", V128_AND),
  combining("andNotInto", V128_ANDNOT),
  combining("orInto", V128_OR),
  {
    name: "andCount",
    parameters: 3,
    vectors: 1,
    answers: true,
    body: [
      ...repeat([
        ...get(SUM),
        ...OFFSETS.flatMap((offset, at) => [...commonBits(offset), ...(at === 0 ? [] : I8X16_ADD)]),
        // A byte is at most 32 here, so that bytes have to be widened to words only once for four vectors.
        ...I16X8_EXTADD_PAIRWISE_I8X16_U,
        ...I32X4_EXTADD_PAIRWISE_I16X8_U,
        ...I32X4_ADD,
        ...set(SUM),
        ...nextTurn(),
      ]),
      ...[0, 1, 2, 3].flatMap((lane) => [...get(SUM), ...i32x4Lane(lane), ...(lane === 0 ? [] : ADD)]),
    ],
  },
];

/** The function of `COPY_KERNEL`. */
export interface Copying {
  /** Copies bytes from an address to another one, up to the end of the copy, or up to a turn beyond it. */
  copy(to: number, from: number, end: number): void;
}

export const COPY_KERNEL: Kernel = {
  name: "copy",
  parameters: 3,
  vectors: 0,
  answers: false,
  body: repeat([
    ...OFFSETS.flatMap((offset) => [...get(ONE), ...get(OTHER), ...load(offset), ...store(offset)]),
    ...nextTurn(),
  ]),
};

function combining(name: string, operation: Code): Kernel {
  const turn = OFFSETS.flatMap((offset) => [...get(ONE), ...both(offset), ...operation, ...store(offset)]);
  return { name, parameters: 3, vectors: 0, answers: false, body: repeat([...turn, ...nextTurn()]) };
}

/** The number of common bits in each byte of two vectors. */
function commonBits(offset: number): Code {
  return [...both(offset), ...V128_AND, ...I8X16_POPCNT];
}

function both(offset: number): Code {
  return [...get(ONE), ...load(offset), ...get(OTHER), ...load(offset)];
}

/** Advances the addresses, and leaves on the stack whether the range goes on. */
function nextTurn(): Code {
  const on = (local: number): Code => [...get(local), ...plus(TURN_BYTES), ...set(local)];
  return [...on(OTHER), ...on(ONE), ...get(ONE), ...get(END), ...IS_BELOW];
}
