/** One fault of a definition. */
export interface SchemaIssue {
  /** uid of the content type or component; empty for the definition as a whole. */
  readonly model: string;
  /** Keys on the path to the fault from the root of that model. */
  readonly path: readonly string[];
  readonly message: string;
}

/** Records a fault of one model. */
export type Report = (path: readonly string[], message: string) => void;

/** Reports to `report` the faults found below these keys. */
export function below(report: Report, ...keys: readonly string[]): Report {
  return (path, message) => report([...keys, ...path], message);
}

const LINES = 20;

/** An invalid definition, with every fault that was found. The message shows the first of them. */
export class SchemaError extends Error {
  override readonly name = "SchemaError";
  readonly issues: readonly SchemaIssue[];

  constructor(issues: readonly SchemaIssue[]) {
    const lines = issues.slice(0, LINES).map(describe);
    if (issues.length > LINES) lines.push(`and ${issues.length - LINES} more`);
    super(`The content types are not valid:\n${lines.map((line) => `  ${line}`).join("\n")}`);
    this.issues = issues;
  }
}

function describe({ model, path, message }: SchemaIssue): string {
  const place = [...(model === "" ? [] : [model]), ...(path.length === 0 ? [] : [path.join(".")])].join(" ");
  return place === "" ? message : `${place}: ${message}`;
}
