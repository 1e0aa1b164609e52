import { isPromise } from "../../engine/internal.ts";

export type MaybeLater<T> = T | Promise<T>;

/** Goes on with a value: at once, unless it comes later. */
export function after<T, R>(value: MaybeLater<T>, then: (value: T) => MaybeLater<R>): MaybeLater<R> {
  return isPromise(value) ? value.then(then) : then(value);
}

/** A promise of the work's value, the work's own if it gives one. Never throws: it rejects. */
export function promised<T>(work: () => MaybeLater<T>): Promise<T> {
  try {
    return Promise.resolve(work());
  } catch (error) {
    return Promise.reject(error);
  }
}
