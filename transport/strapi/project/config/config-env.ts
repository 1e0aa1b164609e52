export type Environment = Readonly<Record<string, string | undefined>>;

/** How the modules of a project are read. */
export interface Reading {
  /** Variables for them. */
  readonly environment: Environment;
  /** Whether they are run; otherwise only literals are read. */
  readonly runCode: boolean;
  /** Whether the project's own code runs, to which parts of its configuration belong. */
  readonly runsProject: boolean;
}

/**
 * The function that configuration files get as `env`: a variable, or its default if it is not set. Its source also runs in
 * another process, so it uses nothing from outside.
 */
export function configEnv(environment: Environment) {
  const read =
    <T>(parse: (text: string) => T) =>
    (name: string, fallback?: T): T | undefined => {
      const text = Object.hasOwn(environment, name) ? environment[name] : undefined;
      return text === undefined ? fallback : parse(text);
    };
  // `a,b` and `["a","b"]` alike.
  const parseList = (text: string): string[] => {
    const inner = text.startsWith("[") && text.endsWith("]") ? text.slice(1, -1) : text;
    return inner.split(",").map((part) => part.trim().replace(/^"(.*)"$/, "$1"));
  };
  return Object.assign(
    read((text) => text),
    {
      int: read((text) => Number.parseInt(text, 10)),
      float: read(Number.parseFloat),
      bool: read((text) => text === "true"),
      json: read((text): unknown => JSON.parse(text)),
      array: read(parseList),
      date: read((text) => new Date(text)),
      oneOf(name: string, expected: readonly string[], fallback?: string): string | undefined {
        const text = read((each) => each)(name, fallback);
        return text !== undefined && expected.includes(text) ? text : fallback;
      },
    },
  );
}
