import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { ChartsView } from "../charts/charts-view.tsx";
import { ControlView } from "../control/control-view.tsx";
import { DeliveriesView } from "../control/deliveries/deliveries-view.tsx";
import { webhooks } from "../control/deliveries/load-webhooks.ts";
import { type Directory, directory } from "../core/directory.ts";
import { arrive } from "../core/focus/arrive.ts";
import { route } from "../core/route.ts";
import { useLoad } from "../core/use-load.ts";
import { EntryView } from "../entry/entry-view.tsx";
import { NewEntry } from "../entry/new-entry.tsx";
import { ExplorerView } from "../explorer/explorer-view.tsx";
import { GraphqlView } from "../explorer/graphql-view.tsx";
import { FilesView } from "../files/files-view.tsx";
import { loadModels, models } from "../model/load-models.ts";
import { schedulePath } from "../schedule/load-schedule.ts";
import { ScheduleView } from "../schedule/schedule-view.tsx";
import { Overview } from "../table/overview.tsx";
import { TableView } from "../table/table-view.tsx";
import { Icon } from "../widgets/icon.tsx";
import type { IconName } from "../widgets/icons.ts";
import { Problem } from "../widgets/problem.tsx";
import { Session } from "./session-view.tsx";
import { TypesNav } from "./types-nav.tsx";

/** All of Studio: the header above and the current view below. */
export function App() {
  const { error, value } = useLoad("models", loadModels);
  const { path } = route.value;
  useEffect(() => {
    document.title = [...path.slice(0, 2).reverse(), "Studio", "Galley"].join(" · ");
  }, [path]);
  const view = path.join("/");
  const before = useRef(view);
  useLayoutEffect(() => {
    if (before.current !== view) arrive();
    before.current = view;
  }, [view]);
  return (
    <>
      <header class="top">
        <button type="button" class="skip" onClick={focusMain}>
          Skip to the content
        </button>
        <strong class="brand">
          Galley <span>Studio</span>
        </strong>
        <Views />
        <Session />
      </header>
      <div class="page">
        {value !== undefined && (path[0] ?? "content") === "content" && path.length > 1 && <TypesNav />}
        <main id="main" tabIndex={-1}>
          {error !== null && (
            <div class="view">
              <h1>Studio</h1>
              <Problem error={error} />
            </div>
          )}
          {value !== undefined && <View />}
          {value === undefined && error === null && <p class="faint">Reading what there is…</p>}
        </main>
      </div>
    </>
  );
}

/** Not a link, because the fragment of the address holds the view. */
function focusMain(): void {
  document.querySelector<HTMLElement>("#main")?.focus();
}

type ViewLink = readonly [name: string, title: string, icon: IconName];

/** The views that this server offers to this caller. */
function viewsThere(): readonly ViewLink[] {
  const links: Directory["links"] = directory.value?.links ?? {};
  const views = [
    [true, "content", "Content", "layers"],
    [models.value?.byUid("plugin::upload.file") !== undefined, "files", "Files", "image"],
    [links.openapi !== undefined, "explorer", "API", "braces"],
    [directory.value?.pages.has("graphql") === true, "graphql", "GraphQL", "share-2"],
    [schedulePath() !== undefined, "schedule", "Schedule", "calendar-clock"],
    [webhooks.value.length > 0, "webhooks", "Webhooks", "send"],
    [links.control !== undefined, "control", "Control", "sliders-horizontal"],
    [links.metrics !== undefined, "charts", "Charts", "activity"],
  ] as const;
  return views.flatMap(([isThere, ...link]) => (isThere ? [link] : []));
}

function Views() {
  const here = route.value.path[0] ?? "content";
  return (
    <nav aria-label="Views">
      {viewsThere().map(([name, title, icon]) => (
        <a key={name} href={`#/${name}`} {...(name === here && { "aria-current": "page" })}>
          <Icon name={icon} />
          {title}
        </a>
      ))}
    </nav>
  );
}

function View() {
  const [view = "content", name, id] = route.value.path;
  if (!viewsThere().some(([known]) => known === view)) return <Missing what={view} />;
  switch (view) {
    case "content":
      return <ContentView name={name} id={id} />;
    case "files":
      return <FilesView />;
    case "explorer":
      return <ExplorerView />;
    case "graphql":
      return <GraphqlView />;
    case "schedule":
      return <ScheduleView />;
    case "webhooks":
      return <DeliveriesView />;
    case "control":
      return <ControlView />;
    case "charts":
      return <ChartsView />;
    default:
      return null;
  }
}

function ContentView({ name, id }: { readonly name: string | undefined; readonly id: string | undefined }) {
  if (name === undefined) return <Overview />;
  const model = models.value?.byRoute(name);
  if (model === undefined) return <Missing what={name} />;
  if (id === "new") return <NewEntry key={model.uid} model={model} />;
  if (model.kind === "singleType") return <EntryView key={model.uid} model={model} documentId={null} />;
  if (id !== undefined) return <EntryView key={`${model.uid} ${id}`} model={model} documentId={id} />;
  return <TableView key={model.uid} model={model} />;
}

function Missing({ what }: { readonly what: string }) {
  return (
    <div class="view">
      <h1>Not found</h1>
      <p>
        There is no <code>{what}</code> here, or you may not see it. <a href="#/content">All content types</a>
      </p>
    </div>
  );
}
