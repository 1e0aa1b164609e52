import { useSignal } from "@preact/signals";
import { count } from "../core/format.ts";
import { matching } from "../core/media.ts";
import { writes } from "../core/request.ts";
import { href, route } from "../core/route.ts";
import { useLoad } from "../core/use-load.ts";
import { models } from "../model/load-models.ts";
import { type Model, routeName } from "../model/model.ts";
import { countEntries } from "../table/count-entries.ts";

const isWide = matching("(min-width: 60rem)");

/** Beside the content: all its types with their numbers of entries. A narrow window shows them on demand. */
export function TypesNav() {
  const types = models.value?.types ?? [];
  const isOpen = useSignal(false);
  const counted = types.filter(({ kind }) => kind !== "singleType");
  const totals = useLoad(`${counted.map(({ uid }) => uid)} ${writes.value}`, (signal) =>
    totalsOf(counted, signal),
  ).value;
  const [, here] = route.value.path;
  const current = models.value?.byRoute(here);
  const group = (title: string, members: readonly Model[]) =>
    members.length > 0 && (
      <>
        <h2>{title}</h2>
        <ul>
          {members.map((model) => (
            <li key={model.uid}>
              <a
                href={href(["content", routeName(model)])}
                {...(model === current && { "aria-current": "page" })}
                onClick={() => (isOpen.value = false)}
              >
                {model.displayName}
                {typeof totals?.get(model.uid) === "number" && (
                  <span class="number">{count(totals.get(model.uid) ?? 0)}</span>
                )}
              </a>
            </li>
          ))}
        </ul>
      </>
    );
  return (
    <nav class="beside" aria-label="Content types">
      <details
        open={isWide.value || isOpen.value}
        onToggle={({ currentTarget }) => {
          if (!isWide.value) isOpen.value = currentTarget.open;
        }}
      >
        <summary>{current?.displayName ?? "Content types"}</summary>
        {group("Collections", counted)}
        {group(
          "Single types",
          types.filter(({ kind }) => kind === "singleType"),
        )}
      </details>
    </nav>
  );
}

async function totalsOf(types: readonly Model[], signal: AbortSignal): Promise<ReadonlyMap<string, number | null>> {
  const totals = types.map(async (model) => {
    return [model.uid, await countEntries(model, model.may.readDrafts ? "draft" : "published", signal)] as const;
  });
  return new Map(await Promise.all(totals));
}
