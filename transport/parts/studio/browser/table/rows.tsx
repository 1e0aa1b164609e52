import { member } from "../core/member.ts";
import { href } from "../core/route.ts";
import { isSameInAll } from "../entry/differences.ts";
import { models } from "../model/load-models.ts";
import { localeInAddress } from "../model/locales.ts";
import { type Attribute, LOCALIZATIONS, labelAttribute, type Model, routeName, titleOf } from "../model/model.ts";
import { titleOfAttribute } from "../model/title-of-attribute.ts";
import { Icon } from "../widgets/icon.tsx";
import { StateBadge } from "../widgets/state-badge.tsx";
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
  /** The documentIds of the selected rows; null where nothing can be done with them. */
  readonly selected: ReadonlySet<string> | null;
  /** Cells show both values where a draft differs. */
  readonly compares: boolean;
  readonly onSelect: (selected: ReadonlySet<string>) => void;
}

const UNSORTED = new Set(["relation", "media", "component", "dynamiczone", "json", "blocks", "password"]);
const NUMERIC = new Set(["integer", "biginteger", "decimal", "float"]);
const DOCUMENT_ID: Attribute = { name: "documentId", type: "string" };
const UPDATED: Attribute = { name: "updatedAt", type: "datetime" };
/** These differ between any two versions. */
const UNCOMPARED = new Set([UPDATED.name, LOCALIZATIONS]);

/** A table of entries. Clicking a header sorts by its column; with Shift, the column is added to the sort keys. */
export function Rows({ model, locale, columns, rows, sort, onSort, selected, onSelect, compares }: RowsProps) {
  const label = model.attributes.find(({ name }) => name === labelAttribute(model)) ?? DOCUMENT_ID;
  const shown = [...columns.filter(({ name }) => name !== label.name), UPDATED];
  const hasState = rows.some(({ published }) => published !== undefined);
  const select = (ids: readonly string[], isOn: boolean) => {
    const others = [...(selected ?? [])].filter((id) => !ids.includes(id));
    onSelect(new Set(isOn ? [...others, ...ids] : others));
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
    <section class="scroll" aria-label={`Entries of ${model.displayName}`} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {selected !== null && (
              <td class="tick">
                <Tick
                  label="Select all rows of this page"
                  isOn={rows.length > 0 && rows.every(({ documentId }) => selected.has(documentId))}
                  onChange={(isOn) =>
                    select(
                      rows.map(({ documentId }) => documentId),
                      isOn,
                    )
                  }
                />
              </td>
            )}
            <Header attribute={label} sort={sort} onSort={onSort} />
            {hasState && <th scope="col">State</th>}
            {shown.map((attribute) => (
              <Header key={attribute.name} attribute={attribute} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.documentId} class={selected?.has(row.documentId) ? "selected" : ""}>
              {selected !== null && (
                <td class="tick">
                  <Tick
                    label={`Select ${titleOf(model, row.entry)}`}
                    isOn={selected.has(row.documentId)}
                    onChange={(isOn) => select([row.documentId], isOn)}
                  />
                </td>
              )}
              <th scope="row">
                <a href={entryAddress(model, locale, row)}>
                  <Cell attribute={label} row={row} compares={compares} otherwise={row.documentId} />
                </a>
              </th>
              {hasState && (
                <td>
                  <StateBadge state={stateOf([label, ...shown], row)} />
                </td>
              )}
              {shown.map((attribute) => (
                <td key={attribute.name} class={alignmentOf(attribute)}>
                  <Cell attribute={attribute} row={row} compares={compares} />
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

/** Modified: saved since it was published, as the server's `publicationFilter` has it, or with another value here. */
function stateOf(shown: readonly Attribute[], row: Row): "draft" | "modified" | "published" {
  if (row.published === null) return "draft";
  const updatedAt = (version: unknown) => String(member(version, UPDATED.name));
  return updatedAt(row.entry) > updatedAt(row.published) || shown.some((attribute) => isChanged(attribute, row))
    ? "modified"
    : "published";
}

interface TickProps {
  readonly label: string;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

function Tick({ label, isOn, onChange }: TickProps) {
  return (
    <input
      type="checkbox"
      aria-label={label}
      checked={isOn}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
    />
  );
}

interface CellProps {
  readonly attribute: Attribute;
  readonly row: Row;
  readonly compares: boolean;
  /** Shown if there is no value. */
  readonly otherwise?: string;
}

/** A value, or both values if the published version has a different one. */
function Cell({ attribute, row: { entry, published }, compares, otherwise }: CellProps) {
  const value = member(entry, attribute.name) ?? otherwise;
  if (!compares || !isChanged(attribute, { entry, published }))
    return <Value attribute={attribute} value={value} short />;
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
  const title = titleOfAttribute(name);
  if (UNSORTED.has(type)) return <th scope="col">{title}</th>;
  const at = sort.findIndex((key) => key.split(":")[0] === name);
  const direction = at === -1 ? null : sort[at]?.endsWith(":desc") ? "descending" : "ascending";
  const next = direction === null ? [`${name}:asc`] : direction === "ascending" ? [`${name}:desc`] : [];
  const others = sort.filter((_, other) => other !== at);
  return (
    <th scope="col" class={alignmentOf(attribute)} aria-sort={direction ?? "none"}>
      <button
        type="button"
        class="sort"
        title={`Sort by ${name}; with Shift, after what is sorted by already`}
        onClick={({ shiftKey }) => onSort(shiftKey ? [...others, ...next] : next)}
      >
        {title}
        <span aria-hidden="true" class={direction === null ? "unsorted" : ""}>
          <Icon
            name={direction === null ? "chevrons-up-down" : direction === "ascending" ? "arrow-up" : "arrow-down"}
          />
          {at !== -1 && sort.length > 1 && at + 1}
        </span>
      </button>
    </th>
  );
}
