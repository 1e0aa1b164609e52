import { day, instant } from "../core/format.ts";
import { member } from "../core/member.ts";
import { href, route } from "../core/route.ts";
import { models } from "../model/load-models.ts";
import { localeOf } from "../model/locales.ts";
import { type Attribute, isMany, LOCALE, labelAttribute, type Model, routeName, titleOf } from "../model/model.ts";
import { titleOfAttribute } from "../model/title-of-attribute.ts";
import { textOfBlocks } from "./blocks-text.ts";
import { FileValue } from "./file-value.tsx";
import { RichText } from "./rich-text.tsx";

interface ValueProps {
  readonly attribute: Attribute;
  readonly value: unknown;
  /** Shortened to fit a row of a table. */
  readonly short?: boolean;
}

/** A value of an entry. Content is shown as text only, except for links to entries and pictures. */
export function Value({ attribute, value, short = false }: ValueProps) {
  if (value === null || value === undefined) return <span class="nothing">—</span>;
  switch (attribute.type) {
    case "relation":
      return <Links attribute={attribute} value={value} short={short} />;
    case "media":
      return <Files value={value} short={short} />;
    case "component":
    case "dynamiczone":
      return <Components attribute={attribute} value={value} short={short} />;
    case "boolean":
      return <span>{value === true ? "yes" : "no"}</span>;
    case "date":
      return <time dateTime={String(value)}>{day(value)}</time>;
    case "datetime":
      return <time dateTime={String(value)}>{instant(value, short)}</time>;
    case "integer":
    case "biginteger":
    case "decimal":
    case "float":
      return <span class="number">{String(value)}</span>;
    case "blocks":
      return short ? <span>{cut(textOfBlocks(value))}</span> : <RichText blocks={value} />;
    case "json":
      return short ? <code>{cut(JSON.stringify(value))}</code> : <pre>{JSON.stringify(value, null, 2)}</pre>;
    default:
      return <LongText text={String(value)} short={short} />;
  }
}

function LongText({ text, short }: { readonly text: string; readonly short: boolean }) {
  // Content may be in any script, whatever the page's.
  return short ? <bdi title={text}>{cut(text)}</bdi> : <bdi class="long">{text}</bdi>;
}

const ROW_LENGTH = 80;

function cut(text: string): string {
  return text.length > ROW_LENGTH ? `${text.slice(0, ROW_LENGTH)}…` : text;
}

const MAX_LINKS = 20;
/** Links or files in a row of a table, which is one line high. */
const MAX_IN_ROW = 2;

function Links({ attribute, value, short }: Required<ValueProps>) {
  const targetOf = (entry: unknown) => models.value?.byUid(attribute.target ?? String(member(entry, "__type")));
  const entries = isMany(attribute) && Array.isArray(value) ? value : [value];
  if (entries.length === 0) return <span class="nothing">none</span>;
  const shown = short ? MAX_IN_ROW : MAX_LINKS;
  return (
    <span class="chips">
      {entries.slice(0, shown).map((entry) => (
        <EntryLink key={`${member(entry, "__type")} ${member(entry, "id")}`} model={targetOf(entry)} entry={entry} />
      ))}
      <Rest hidden={entries.length - shown} short={short} />
    </span>
  );
}

/** `hidden`: how many are not shown. */
function Rest({ hidden, short }: { readonly hidden: number; readonly short: boolean }) {
  return hidden > 0 && <span class="faint">{short ? `+${hidden}` : `and ${hidden} more`}</span>;
}

/** A link to an entry, labelled with its title. */
function EntryLink({ model, entry }: { readonly model: Model | undefined; readonly entry: unknown }) {
  const id = String(member(entry, "documentId") ?? member(entry, "id") ?? "");
  const label = cut(titleOf(model, entry));
  if (model === undefined || model.path === "") return <span class="chip">{label}</span>;
  const locale = member(entry, LOCALE);
  const isLocalized = model.localized && typeof locale === "string";
  const isOther = isLocalized && locale !== localeOf(model, route.value.query.get("locale"));
  return (
    <a class="chip" href={href(["content", routeName(model), id], new URLSearchParams(isLocalized ? { locale } : {}))}>
      {isOther ? `${label} (${locale})` : label}
    </a>
  );
}

function Files({ value, short }: { readonly value: unknown; readonly short: boolean }) {
  const files = Array.isArray(value) ? value : [value];
  if (files.length === 0) return <span class="nothing">none</span>;
  return (
    <span class="chips">
      {files.slice(0, short ? MAX_IN_ROW : files.length).map((file) => (
        <FileValue key={String(member(file, "id"))} file={file} short={short} isNamed={!short} />
      ))}
      {short && <Rest hidden={files.length - MAX_IN_ROW} short />}
    </span>
  );
}

function Components({ attribute, value, short }: Required<ValueProps>) {
  const items = Array.isArray(value) ? value : [value];
  if (items.length === 0) return <span class="nothing">none</span>;
  const uidOf = (item: unknown) => String(member(item, "__component") ?? attribute.component ?? "");
  const nameOf = (item: unknown) => models.value?.byUid(uidOf(item))?.displayName ?? uidOf(item);
  if (short) {
    const titleOf = (item: unknown) => {
      const model = models.value?.byUid(uidOf(item));
      return model && member(item, labelAttribute(model));
    };
    return <span class="faint">{cut(items.map((item) => String(titleOf(item) ?? nameOf(item))).join(", "))}</span>;
  }
  return (
    <div class="components">
      {items.map((item, at) => (
        <section key={String(member(item, "id") ?? at)} aria-label={nameOf(item)}>
          {attribute.type === "dynamiczone" && <h3>{nameOf(item)}</h3>}
          <Members attributes={models.value?.byUid(uidOf(item))?.attributes ?? []} entry={item} />
        </section>
      ))}
    </div>
  );
}

/** The attributes of an entry or a component with their values. */
export function Members({ attributes, entry }: { readonly attributes: readonly Attribute[]; readonly entry: unknown }) {
  return (
    <dl class="members">
      {attributes.map((attribute) => (
        <div key={attribute.name}>
          <dt title={attribute.name}>{titleOfAttribute(attribute.name)}</dt>
          <dd>
            <Value attribute={attribute} value={member(entry, attribute.name)} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
