/** The code of a WebAssembly function: the bytes of its instructions in the binary format. */
export type Code = readonly number[];

/** A function whose parameters are integers, such as addresses, and that returns an integer or nothing. */
export interface Kernel {
  readonly name: string;
  readonly parameters: number;
  /** The number of local vectors; their indices follow the parameters'. */
  readonly vectors: number;
  readonly answers: boolean;
  readonly body: Code;
}

const INTEGER = 0x7f;
const VECTOR = 0x7b;
const END = 0x0b;

/**
 * The bytes of a module (WebAssembly core specification 2.0, §5.5) that exports kernels over the memory `host.memory`.
 */
export function wasmModule(routines: readonly Kernel[]): Uint8Array {
  const types = routines.map(({ parameters, answers }) => [
    0x60,
    ...list(Array.from({ length: parameters }, () => [INTEGER])),
    ...list(answers ? [[INTEGER]] : []),
  ]);
  const memory = [...name("host"), ...name("memory"), 0x02, 0x00, 0x01];
  const bodies = routines.map(({ vectors, body }) => {
    const code = [...list(vectors === 0 ? [] : [[...unsigned(vectors), VECTOR]]), ...body, END];
    return [...unsigned(code.length), ...code];
  });
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
    ...section(1, types),
    ...section(2, [memory]),
    ...section(
      3,
      routines.map((_, at) => unsigned(at)),
    ),
    ...section(
      7,
      routines.map((routine, at) => [...name(routine.name), 0x00, ...unsigned(at)]),
    ),
    ...section(10, bodies),
  ]);
}

/** Pushes a local onto the stack. */
export const get = (local: number): Code => [0x20, ...unsigned(local)];

/** Pops the stack into a local. */
export const set = (local: number): Code => [0x21, ...unsigned(local)];

/**
 * Adds a constant below 8,192 to the integer on the stack. Constants are signed; the encoding in two bytes keeps it
 * positive.
 */
export const plus = (number: number): Code => [0x41, (number & 127) | 128, number >>> 7, 0x6a];

/** Adds two integers on the stack. */
export const ADD: Code = [0x6a];

/** Whether the first of two addresses on the stack is below the second. */
export const IS_BELOW: Code = [0x49];

/** Repeats the body while it leaves a true value on the stack. */
export const repeat = (body: Code): Code => [0x03, 0x40, ...body, 0x0d, 0x00, END];

/** Loads a vector from an address on the stack, or stores one there. */
export const load = (offset: number): Code => [...vector(0x00), 0x00, ...unsigned(offset)];
export const store = (offset: number): Code => [...vector(0x0b), 0x00, ...unsigned(offset)];

/** Vector instructions, by their names in the specification. */
export const V128_AND: Code = vector(0x4e);
export const V128_ANDNOT: Code = vector(0x4f);
export const V128_OR: Code = vector(0x50);
export const I8X16_POPCNT: Code = vector(0x62);
export const I8X16_ADD: Code = vector(0x6e);
export const I16X8_EXTADD_PAIRWISE_I8X16_U: Code = vector(0x7d);
export const I32X4_EXTADD_PAIRWISE_I16X8_U: Code = vector(0x7f);
export const I32X4_ADD: Code = vector(0xae);
export const i32x4Lane = (lane: number): Code => [...vector(0x1b), lane];

function vector(instruction: number): Code {
  return [0xfd, ...unsigned(instruction)];
}

function section(id: number, items: readonly Code[]): Code {
  const content = list(items);
  return [id, ...unsigned(content.length), ...content];
}

function list(items: readonly Code[]): Code {
  return [...unsigned(items.length), ...items.flat()];
}

function name(text: string): Code {
  return list([...text].map((letter) => [letter.charCodeAt(0)]));
}

/** LEB128: seven bits per byte, lowest first. */
function unsigned(number: number): Code {
  return number < 128 ? [number] : [(number & 127) | 128, ...unsigned(number >>> 7)];
}
