import { EngineError, type Issue, validationError } from "../../error.ts";
import { issueAt, type Path } from "../path.ts";
import type { Lookups, UniqueQuery } from "./lookups.ts";

/** A value that must be unique. Whether it is can be checked only when all values of the document are known. */
export interface Claim {
  readonly path: Path;
  readonly query: UniqueQuery;
  /** The value as an issue shows it; undefined leaves it out. */
  readonly shown: unknown;
}

type Finding = { readonly issue: Issue } | { readonly claim: Claim };

/** Maximum number of faults: nobody reads more, and describing each takes time. */
export const MAX_ISSUES = 1000;

/** Collects the faults of a caller's data in the order in which they are reported. */
export class Findings {
  readonly #findings: Finding[] = [];
  #missing: Map<string, Set<number>> | null = null;
  #issues = 0;
  #relationFault: string | null = null;
  #unreadable: string | null = null;

  /** Throws EngineError `validation` with the issues so far when there are too many. */
  add(issues: readonly Issue[]): void {
    if (issues.length === 0) return;
    for (const issue of issues) this.#findings.push({ issue });
    this.#issues += issues.length;
    if (this.#issues < MAX_ISSUES) return;
    const found = this.#findings.flatMap((finding) => ("issue" in finding ? [finding.issue] : []));
    throw validationError(found.slice(0, MAX_ISSUES));
  }

  claim(claim: Claim): void {
    this.#findings.push({ claim });
  }

  /** A date or time that cannot be parsed. */
  unreadable(message: string): void {
    this.#unreadable ??= message;
  }

  invalidReference(message = "Invalid relations"): void {
    this.#relationFault ??= message;
  }

  missingVersion(type: string, id: number): void {
    this.#missing ??= new Map();
    this.#missing.set(type, (this.#missing.get(type) ?? new Set()).add(id));
  }

  /** Throws EngineError `validation` with all findings; with unparsable dates and times only if there is nothing else. */
  finish(lookups: Pick<Lookups, "taken">): void {
    const found = this.#findings.length === 0 ? [] : this.#claimIssues(lookups);
    const issues = [...found, ...this.#relationIssues()];
    if (issues.length > 0) throw validationError(issues);
    if (this.#unreadable !== null) throw new EngineError("validation", this.#unreadable);
  }

  #claimIssues(lookups: Pick<Lookups, "taken">): Issue[] {
    const counts = this.#findings.length === 1 ? null : this.#claimCounts();
    return this.#findings.flatMap((finding) => {
      if ("issue" in finding) return [finding.issue];
      const { path, query, shown } = finding.claim;
      const repeated = (counts?.get(keyOf(query)) ?? 0) > 1;
      return repeated || lookups.taken(query) ? [issueAt(path, "This attribute must be unique", shown)] : [];
    });
  }

  #claimCounts(): ReadonlyMap<string, number> {
    const counts = new Map<string, number>();
    for (const finding of this.#findings) if ("claim" in finding) count(counts, keyOf(finding.claim.query));
    return counts;
  }

  /** One issue for all relations: they are reported at the end, without a path. */
  #relationIssues(): Issue[] {
    if (this.#relationFault !== null) return [issueAt([], this.#relationFault)];
    for (const [type, ids] of this.#missing ?? []) {
      return [issueAt([], `${ids.size} relation(s) of type ${type} associated with this entity do not exist`)];
    }
    return [];
  }
}

function count(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function keyOf({ path, value }: UniqueQuery): string {
  return JSON.stringify([path, value]);
}
