import { useSignal } from "@preact/signals";
import { count } from "../core/format.ts";
import { go, href, route } from "../core/route.ts";
import { useLoad } from "../core/use-load.ts";
import { models } from "../model/load-models.ts";
import { localeInAddress, localeOf } from "../model/locales.ts";
import { type Model, routeName } from "../model/model.ts";
import { Chooser } from "../request-pane/chooser.tsx";
import { RequestPane } from "../request-pane/request-pane.tsx";
import type { Selection } from "../request-pane/selection.ts";
import { Icon } from "../widgets/icon.tsx";
import { LocaleSwitch } from "../widgets/locale-switch.tsx";
import { Problem } from "../widgets/problem.tsx";
import { Tabs } from "../widgets/tabs.tsx";
import { BulkActions } from "./bulk-actions.tsx";
import { ColumnChooser } from "./column-chooser.tsx";
import { FilterEditor } from "./filter-editor.tsx";
import {
  choosableOf,
  columnsOf,
  type ListQuery,
  readListQuery,
  selectionOf,
  VERSIONS,
  versionsOf,
  writeListQuery,
} from "./list-query.ts";
import { loadList } from "./load-list.ts";
import { Pager } from "./pager.tsx";
import { Rows } from "./rows.tsx";
import { SearchBox } from "./search-box.tsx";

/** The entries of one type. The state of the table is part of the address. */
export function TableView({ model }: { readonly model: Model }) {
  const known = models.value;
  const query = readListQuery(route.value.query);
  const path = ["content", routeName(model)];
  const address = writeListQuery(query);
  const selected = useSignal<ReadonlySet<string>>(new Set());
  const loaded = useLoad(`${model.uid}?${address}`, async (signal) => known && loadList(model, query, known, signal));
  const list = loaded.value ?? undefined;
  // Any change goes back to the first page.
  const change = (part: Partial<ListQuery>) => go(path, writeListQuery({ ...query, page: 1, ...part }));
  if (known === null) return null;
  const isNarrowed = query.conditions.length > 0 || query.search !== "";
  const columns = columnsOf(model, query);
  const selection = selectionOf(model, query);
  const choose = (chosen: Selection) => change({ columns: chosen, page: query.page });
  const locale = localeOf(model, query.locale);
  const isSelectable = model.may.delete || (model.drafts && model.may.update);
  const rows = list?.rows ?? [];
  const isPublishedOnly = model.drafts && versionsOf(model, query) === "published";
  return (
    <div class="view">
      <div class="bar">
        <h1>
          {model.displayName} {typeof list?.total === "number" && <span class="count">{count(list.total)}</span>}
        </h1>
        {locale !== null && (
          <LocaleSwitch chosen={locale} present={null} onChoose={(code) => change({ locale: code })} />
        )}
        <SearchBox text={query.search} onSearch={(search) => change({ search })} />
        {model.may.create && (
          <a
            class="button primary at-end"
            href={href([...path, "new"], new URLSearchParams(localeInAddress(query.locale)))}
          >
            <Icon name="plus" />
            New entry
          </a>
        )}
      </div>
      <div class="actions">
        {model.drafts && model.may.readDrafts && (
          <Tabs
            label="Versions"
            chosen={query.versions}
            onChoose={(versions) => change({ versions })}
            tabs={VERSIONS}
          />
        )}
        <FilterEditor
          model={model}
          models={known}
          conditions={query.conditions}
          onChange={(conditions) => change({ conditions })}
        />
        <ColumnChooser model={model} models={known} selection={selection} onChange={choose} />
      </div>
      <RequestPane reply={list?.reply} error={loaded.error} isLoading={loaded.isLoading}>
        <Chooser choices={choosableOf(model)} selection={selection} models={known} onChange={choose} />
      </RequestPane>
      {loaded.error !== null && <Problem error={loaded.error} />}
      <BulkActions
        key={address.toString()}
        model={model}
        locale={locale}
        rows={rows.filter(({ documentId }) => selected.value.has(documentId))}
        onDone={(done) => {
          const ids = new Set(done.map(({ documentId }) => documentId));
          selected.value = new Set([...selected.value].filter((id) => !ids.has(id)));
          loaded.reload();
        }}
      />
      <div class="loads" aria-busy={loaded.isLoading}>
        {list !== undefined && loaded.error === null && (
          <>
            <button type="button" class="skip-here" onClick={focusPages}>
              Skip the rows
            </button>
            <Rows
              model={model}
              locale={query.locale}
              columns={columns}
              rows={list.rows}
              sort={query.sort}
              onSort={(sort) => change({ sort })}
              compares={query.versions === "both"}
              selected={isSelectable ? selected.value : null}
              onSelect={(next) => (selected.value = next)}
            />
            {list.rows.length === 0 && (
              <div class="empty">
                <p>
                  {query.versions === "draft" || query.versions === "modified"
                    ? `No entries are ${query.versions === "draft" ? "drafts alone" : "modified"}.`
                    : `No entries${isNarrowed ? " match" : " yet"}${isPublishedOnly ? ": drafts are not shown here" : ""}.`}
                </p>
                {isNarrowed && (
                  <button type="button" onClick={() => change({ conditions: [], search: "" })}>
                    Show all
                  </button>
                )}
              </div>
            )}
          </>
        )}
      </div>
      <Pager path={path} query={query} list={list} onChange={change} />
    </div>
  );
}

function focusPages(): void {
  document.querySelector<HTMLElement>(".pager :is(a, select)")?.focus();
}
