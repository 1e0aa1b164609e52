/** The result of `make` for the value of a source, made anew only once the source has another value. */
export function latest<S, T>(source: () => S, make: (value: S) => T): () => T {
  let value = source();
  let made = make(value);
  return () => {
    const now = source();
    if (now !== value) made = make(now);
    value = now;
    return made;
  };
}
