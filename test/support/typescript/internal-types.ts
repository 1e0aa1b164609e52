import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { type Identifier, type Node, SyntaxKind } from "typescript/unstable/ast";
import {
  API,
  type Checker,
  type Symbol as CompilerSymbol,
  type Program,
  type Project,
  SymbolFlags,
} from "typescript/unstable/sync";
import packageJson from "../../../package.json" with { type: "json" };

const root = fileURLToPath(new URL("../../..", import.meta.url));

/** Members, parameters and type parameters are none of them. */
const TYPES = SymbolFlags.Class | SymbolFlags.Interface | SymbolFlags.TypeAlias;

/** A declaration in a file from which no entry point exports anything. */
export interface InternalType {
  readonly name: string;
  /** The built file, from the root of the package. */
  readonly file: string;
  /** The names that lead to it, from one that an entry point exports. */
  readonly path: readonly string[];
}

/**
 * The internal types that the built declarations of the entry points lead to. A part that stands beside an exported type
 * in its file is not internal: users name it through that type.
 */
export function internalTypes(): readonly InternalType[] {
  const api = new API();
  try {
    const config = `${root}test/support/typescript/declarations.tsconfig.json`;
    const project = api.updateSnapshot({ openProjects: [config] }).getProject(config);
    if (project === undefined) throw new Error("The project does not open");
    return reachedFrom(project, exportedSymbols(project));
  } finally {
    api.close();
  }
}

function exportedSymbols({ program, checker }: Project): readonly CompilerSymbol[] {
  return Object.values(packageJson.exports).flatMap((entry) => {
    if (typeof entry === "string") return [];
    const { types } = "import" in entry ? entry.import : entry;
    const module = moduleAt(program, checker, types);
    return checker.getExportsOfModule(module).map((symbol) => target(checker, symbol));
  });
}

function moduleAt(program: Program, checker: Checker, types: string): CompilerSymbol {
  const source = program.getSourceFile(`${root}${types.replace("./", "")}`);
  const module = source && checker.getSymbolAtLocation(source);
  if (module === undefined) throw new Error(`${types} is no module; npm run build comes first`);
  return module;
}

function reachedFrom(project: Project, exported: readonly CompilerSymbol[]): readonly InternalType[] {
  const publicFiles = new Set(exported.map(fileOf));
  const seen = new Set(exported.map(({ id }) => id));
  const found: InternalType[] = [];
  let pending = exported.map((symbol) => ({ symbol, path: [symbol.name] }));
  while (pending.length > 0) {
    const next: typeof pending = [];
    for (const { symbol, path } of pending) {
      for (const other of namedIn(project, symbol)) {
        const file = fileOf(other);
        if (seen.has(other.id) || file === null) continue;
        seen.add(other.id);
        next.push({ symbol: other, path: [...path, other.name] });
        if (!publicFiles.has(file)) found.push({ name: other.name, file, path });
      }
    }
    pending = next;
  }
  return found;
}

/** The declarations that a symbol's own declarations name. */
function namedIn(project: Project, symbol: CompilerSymbol): readonly CompilerSymbol[] {
  const { checker } = project;
  const identifiers: Identifier[] = [];
  const visit = (node: Node): void => {
    if (node.kind === SyntaxKind.Identifier) identifiers.push(node as Identifier);
    node.forEachChild(visit);
  };
  for (const declaration of symbol.declarations) {
    const node = declaration.resolve(project);
    if (node !== undefined) visit(node);
  }
  return checker
    .getSymbolAtLocation(identifiers)
    .flatMap((found) => (found === undefined ? [] : target(checker, found)))
    .filter(({ flags }) => (flags & TYPES) !== 0);
}

function target(checker: Checker, symbol: CompilerSymbol): CompilerSymbol {
  return symbol.flags & SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}

/** Null for a declaration outside of the package. */
function fileOf({ declarations: [first] }: CompilerSymbol): string | null {
  const file = first && relative(root, first.path);
  return file?.startsWith("dist/") ? file : null;
}
