import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";

interface Closable {
  close(): unknown;
}

/** The result of `open`, opened anew for each test of the group that calls this, and closed after it. */
export function openedForEach<T extends Closable>(open: () => Promise<T>): T {
  return opened(open, beforeEach, afterEach);
}

/** The result of `open`, opened once for the tests of the group that calls this, and closed after them. */
export function openedForAll<T extends Closable>(open: () => Promise<T>): T {
  return opened(open, beforeAll, afterAll);
}

type Hook = (run: () => Promise<void>) => void;

function opened<T extends Closable>(open: () => Promise<T>, before: Hook, after: Hook): T {
  let current: T | undefined;
  before(async () => {
    current = await open();
  });
  after(async () => {
    await current?.close();
    current = undefined;
  });
  const read = (name: string | symbol): unknown => {
    if (current === undefined) throw new Error(`Nothing is open outside of a test: ${String(name)}`);
    const value: unknown = Reflect.get(current, name);
    return typeof value === "function" ? value.bind(current) : value;
  };
  return new Proxy({} as T, { get: (_, name) => read(name) });
}
