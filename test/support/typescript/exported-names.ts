import { fileURLToPath } from "node:url";
import { API, type Checker, SymbolFlags } from "typescript/unstable/sync";
import packageJson from "../../../package.json" with { type: "json" };

const root = fileURLToPath(new URL("../../..", import.meta.url));

/** A name that an entry point of the package exports. */
export interface ExportedName {
  readonly name: string;
  /** Its docstring; empty where it has none. */
  readonly docs: string;
  readonly isType: boolean;
}

/** The exports of each entry point, by the name it is imported under, as the compiler sees the sources. */
export function exportedNames(): ReadonlyMap<string, readonly ExportedName[]> {
  const api = new API();
  try {
    // The sources alone, without tests and benchmarks.
    const config = `${root}.ci/tsconfig.json`;
    const project = api.updateSnapshot({ openProjects: [config] }).getProject(config);
    if (project === undefined) throw new Error("The project does not open");
    const entries = Object.entries(packageJson.exports).flatMap(([name, entry]) => {
      if (typeof entry === "string") return [];
      const { types } = "import" in entry ? entry.import : entry;
      const file = `${root}${types.replace("./dist/", "").replace(".d.ts", ".ts")}`;
      const source = project.program.getSourceFile(file);
      const module = source && project.checker.getSymbolAtLocation(source);
      if (module === undefined) throw new Error(`${file} is no module`);
      return [[name.replace(".", "galley"), namesOf(project.checker, module)] as const];
    });
    return new Map(entries);
  } finally {
    api.close();
  }
}

function namesOf(checker: Checker, module: Parameters<Checker["getExportsOfModule"]>[0]): readonly ExportedName[] {
  return checker.getExportsOfModule(module).map((exported) => {
    const symbol = exported.flags & SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
    return {
      name: exported.name,
      docs: checker.getDocumentationCommentOfSymbol(symbol),
      isType: (symbol.flags & SymbolFlags.Value) === 0,
    };
  });
}
