import { setTimeout as wait } from "node:timers/promises";

/** Runs a task when it is its turn. */
export type Gate = <T>(task: () => Promise<T>) => Promise<T>;

/** A gate through which a number of tasks go at once, and no more than `rate` begin in a second (a token bucket of one). */
export function gateOf(atOnce: number, rate?: number): Gate {
  const waiting: (() => void)[] = [];
  let running = 0;
  let next = 0;
  const enter = async (): Promise<void> => {
    if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
    else running++;
    if (rate === undefined) return;
    const now = performance.now();
    const begin = Math.max(now, next);
    next = begin + 1000 / rate;
    if (begin > now) await wait(begin - now);
  };
  const leave = (): void => {
    const first = waiting.shift();
    if (first === undefined) running--;
    else first();
  };
  return async (task) => {
    await enter();
    try {
      return await task();
    } finally {
      leave();
    }
  };
}
