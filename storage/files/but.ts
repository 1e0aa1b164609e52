/** An object with some methods replaced; the others are called on the object itself. */
export function but<T extends object>(one: T, other: Partial<T>): T {
  return new Proxy(one, {
    get: (_, key) => {
      const value: unknown = Reflect.get(Object.hasOwn(other, key) ? other : one, key);
      return typeof value === "function" ? value.bind(one) : value;
    },
  });
}
