/** A memory by key: arbitraries that are made of one another again and again are made once. */
export function madeOnce<T>(): (key: string, make: () => T) => T {
  const made = new Map<string, T>();
  return (key, make) => {
    const known = made.get(key);
    if (known !== undefined) return known;
    const value = make();
    made.set(key, value);
    return value;
  };
}
