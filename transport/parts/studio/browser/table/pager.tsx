import { count } from "../core/format.ts";
import { href } from "../core/route.ts";
import { Select } from "../widgets/select.tsx";
import { type ListQuery, writeListQuery } from "./list-query.ts";
import type { List } from "./load-list.ts";

interface PagerProps {
  readonly path: readonly string[];
  readonly query: ListQuery;
  readonly list: List | undefined;
  readonly onChange: (change: Partial<ListQuery>) => void;
}

const SIZES = [10, 25, 50, 100];

/** The position of this page in the list, and links to other pages. */
export function Pager({ path, query, list, onChange }: PagerProps) {
  const { page, pageSize } = query;
  const pages = list?.pageCount ?? null;
  const to = (target: number) => href(path, writeListQuery({ ...query, page: target }));
  const link = (title: string, target: number, isThere: boolean) =>
    isThere ? (
      <a key={title} class="button" href={to(target)}>
        {title}
      </a>
    ) : (
      <span key={title} class="button off">
        {title}
      </span>
    );
  const hasNext = pages === null ? (list?.rows.length ?? 0) === pageSize : page < pages;
  const isParted = page > 1 || hasNext;
  const sizes = [...new Set([...SIZES, pageSize])].sort((one, other) => one - other);
  return (
    <nav class="pager" aria-label="Pages">
      {isParted && link("First", 1, page > 1)}
      {isParted && link("Previous", page - 1, page > 1)}
      <span>
        Page {count(page)}
        {pages !== null && ` of ${count(Math.max(1, pages))}`}
      </span>
      {isParted && link("Next", page + 1, hasNext)}
      {isParted && pages !== null && link("Last", pages, page < pages)}
      <label>
        Rows{" "}
        <Select
          options={sizes.map((size) => [String(size), String(size)] as const)}
          value={String(pageSize)}
          onChange={(size) => onChange({ pageSize: Number(size) })}
        />
      </label>
    </nav>
  );
}
