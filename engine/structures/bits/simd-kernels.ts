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

/** What one turn of each routine goes through: four vectors. */
export const TURN_BYTES = 64;
const OFFSETS = [0, 16, 32, 48];

// What each is called with: where two sets begin, and where the first one ends, whole turns and at least one behind it.
const ONE = 0;
const OTHER = 1;
const END = 2;
const SUM = 3;

/** Routines over two sets of bits in memory: three change the first one, and one answers what they have in common. */
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
        // Bytes hold 32 at most here, so that they are added up to words only once for four vectors.
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

function combining(name: string, operation: Code): Kernel {
  const turn = OFFSETS.flatMap((offset) => [...get(ONE), ...both(offset), ...operation, ...store(offset)]);
  return { name, parameters: 3, vectors: 0, answers: false, body: repeat([...turn, ...nextTurn()]) };
}

/** The number of bits in each byte that two vectors have in common. */
function commonBits(offset: number): Code {
  return [...both(offset), ...V128_AND, ...I8X16_POPCNT];
}

function both(offset: number): Code {
  return [...get(ONE), ...load(offset), ...get(OTHER), ...load(offset)];
}

/** Advances, and leaves on the stack whether there is more. */
function nextTurn(): Code {
  const on = (local: number): Code => [...get(local), ...plus(TURN_BYTES), ...set(local)];
  return [...on(OTHER), ...on(ONE), ...get(ONE), ...get(END), ...IS_BELOW];
}
