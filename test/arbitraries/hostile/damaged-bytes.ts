import { fc } from "../../support/fast-check.ts";

/** Damage to bytes on a disk, or by someone who means harm. */
export function damagedBytes(whole: Uint8Array): fc.Arbitrary<Buffer> {
  const place = fc.nat(Math.max(0, whole.byteLength - 1));
  return fc.oneof(
    fc.tuple(place, fc.nat(255)).map(([at, byte]) => changed(whole, at, Buffer.of(byte))),
    fc.tuple(place, fc.nat(7)).map(([at, bit]) => changed(whole, at, Buffer.of((whole[at] ?? 0) ^ (1 << bit)))),
    place.map((at) => Buffer.from(whole.subarray(0, at))),
    fc
      .tuple(place, fc.integer({ min: 1, max: 64 }))
      .map(([at, length]) => Buffer.concat([whole.subarray(0, at), whole.subarray(at + length)])),
    fc.tuple(place, INSERTED).map(([at, more]) => Buffer.concat([whole.subarray(0, at), more, whole.subarray(at)])),
    fc.tuple(place, INSERTED).map(([at, over]) => changed(whole, at, over)),
    fc.tuple(place, place, fc.integer({ min: 1, max: 64 })).map(([from, to, length]) => {
      const moved = whole.subarray(from, from + length);
      return changed(changed(whole, from, whole.subarray(to, to + length)), to, moved);
    }),
  );
}

/** Zeros, lengths beyond all size, and texts that mean something in one format or another. */
const INSERTED = fc.oneof(
  fc.constantFrom(
    Buffer.alloc(600),
    Buffer.alloc(8, 0xff),
    ...["\n", '"', "}", "]", "{}", "[[[[", '"__proto__":{"a":1},', "1e999", "\ufeff", "\ud800", "null", "/*"].map(
      (text) => Buffer.from(text),
    ),
  ),
  fc.uint8Array({ minLength: 1, maxLength: 16 }).map((bytes) => Buffer.from(bytes)),
);

/** As long as before. */
function changed(whole: Uint8Array, at: number, bytes: Uint8Array): Buffer {
  const copy = Buffer.from(whole);
  copy.set(bytes.subarray(0, whole.byteLength - at), at);
  return copy;
}
