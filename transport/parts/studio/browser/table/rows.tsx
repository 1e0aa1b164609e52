import { member } from "../core/member.ts";
import { href } from "../core/route.ts";
import { isSameInAll } from "../entry/differences.ts";
import { models } from "../model/load-models.ts";
import { localeInAddress } from "../model/locales.ts";
import { type Attribute, LOCALIZATIONS, labelAttribute, type Model, routeName } from "../model/model.ts";
import { Value } from "../widgets/value.tsx";
import type { Row } from "./load-list.ts";

interface RowsProps {
  readonly model: Model;
  /** Null for the default locale, and for types without locales. */
  readonly locale: string | null;
  readonly columns: readonly Attribute[];
  readonly rows: readonly Row[];
  readonly sort: readonly string[];
  readonly onSort: (sort: readonly string[]) => void;
}

const UNSORTED = new Set(["relation", "media", "component", "dynamiczone", "json", "blocks", "password"]);
const NUMERIC = new Set(["integer", "biginteger", "decimal", "float"]);
const DOCUMENT_ID: Attribute = { name: "documentId", type: "string" };
const UPDATED: Attribute = { name: "updatedAt", type: "datetime" };
/** These differ between any two versions. */
const UNCOMPARED = new Set([UPDATED.name, LOCALIZATIONS]);

/** A table of entries. Clicking a header sorts by its column; with Shift, the column is added to the sort keys. */
export function Rows({ model, locale, columns, rows, sort, onSort }: RowsProps) {
  const label = model.attributes.find(({ name }) => name === labelAttribute(model)) ?? DOCUMENT_ID;
  const shown = [...columns.filter(({ name }) => name !== label.name), UPDATED];
  const hasBoth = rows.some(({ published }) => published !== undefined);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
    <section class="scroll" aria-label={`Entries of ${model.displayName}`} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <Header attribute={label} sort={sort} onSort={onSort} />
            {hasBoth && <th scope="col">status</th>}
            {shown.map((attribute) => (
              <Header key={attribute.name} attribute={attribute} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.documentId}>
              <th scope="row">
                <a href={entryAddress(model, locale, row)}>
                  <Cell attribute={label} row={row} otherwise={row.documentId} />
                </a>
              </th>
              {hasBoth && (
                <td>
                  <VersionMark row={row} isChanged={[label, ...shown].some((attribute) => isChanged(attribute, row))} />
                </td>
              )}
              {shown.map((attribute) => (
                <td key={attribute.name} class={alignmentOf(attribute)}>
                  <Cell attribute={attribute} row={row} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Numbers are compared digit by digit, so they end at the same place. */
function alignmentOf({ type }: Attribute): string {
  return NUMERIC.has(type) ? "numeric" : "";
}

function entryAddress(model: Model, locale: string | null, { documentId, entry }: Row): string {
  const isDraft = model.drafts && member(entry, "publishedAt") === null;
  const query = new URLSearchParams({ ...localeInAddress(locale), ...(isDraft && { versions: "draft" }) });
  return href(["content", routeName(model), documentId], query);
}

/** The status of a document, if both versions were requested. */
function VersionMark({ row: { published }, isChanged }: { readonly row: Row; readonly isChanged: boolean }) {
  const status = published === null ? "draft" : isChanged ? "changed" : "published";
  return <span class={`badge ${status}`}>{status}</span>;
}

interface CellProps {
  readonly attribute: Attribute;
  readonly row: Row;
  /** Shown if there is no value. */
  readonly otherwise?: string;
}

/** A value, or both values if the published version has a different one. */
function Cell({ attribute, row: { entry, published }, otherwise }: CellProps) {
  const value = member(entry, attribute.name) ?? otherwise;
  if (!isChanged(attribute, { entry, published })) return <Value attribute={attribute} value={value} short />;
  return (
    <>
      <span class="changed draft">
        <span class="faint">draft </span>
        <Value attribute={attribute} value={value} short />
      </span>
      <span class="changed published">
        <span class="faint">published </span>
        <Value attribute={attribute} value={member(published, attribute.name)} short />
      </span>
    </>
  );
}

/** Whether both versions are known and have different values. */
function isChanged(attribute: Attribute, { entry, published }: Pick<Row, "entry" | "published">): boolean {
  const known = models.value;
  if (known === null || UNCOMPARED.has(attribute.name) || published === undefined || published === null) return false;
  return !isSameInAll(attribute, member(entry, attribute.name), member(published, attribute.name), known);
}

interface HeaderProps extends Pick<RowsProps, "sort" | "onSort"> {
  readonly attribute: Attribute;
}

function Header({ attribute, sort, onSort }: HeaderProps) {
  const { name, type } = attribute;
  if (UNSORTED.has(type)) return <th scope="col">{name}</th>;
  const at = sort.findIndex((key) => key.split(":")[0] === name);
  const direction = at === -1 ? null : sort[at]?.endsWith(":desc") ? "descending" : "ascending";
  const next = direction === null ? [`${name}:asc`] : direction === "ascending" ? [`${name}:desc`] : [];
  const others = sort.filter((_, other) => other !== at);
  return (
    <th scope="col" class={alignmentOf(attribute)} aria-sort={direction ?? "none"}>
      <button
        type="button"
        class="sort"
        title="Sort; with Shift, after what is sorted by already"
        onClick={({ shiftKey }) => onSort(shiftKey ? [...others, ...next] : next)}
      >
        {name}
        <span aria-hidden="true" class={direction === null ? "unsorted" : ""}>
          {direction === null ? " ↕" : direction === "ascending" ? " ↑" : " ↓"}
          {at !== -1 && sort.length > 1 && at + 1}
        </span>
      </button>
    </th>
  );
}
