import { computed, signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { explorerHref } from "../core/explorer-address.ts";
import { bytes, milliseconds } from "../core/format.ts";
import { RefusedError, type Reply } from "../core/request.ts";
import { AsCode } from "../explorer/as-code.tsx";
import { sampleAt } from "../explorer/sample.ts";
import { openApi } from "../model/load-models.ts";
import { CopyButton } from "../widgets/copy-button.tsx";
import { Plan } from "../widgets/plan.tsx";
import { Address } from "./address.tsx";
import { JsonTree } from "./json-tree.tsx";

interface RequestPaneProps {
  /** The last answer; undefined before the first. */
  readonly reply: Reply | undefined;
  /** Why there is no newer one. */
  readonly error?: Error | null;
  readonly isLoading?: boolean;
  /** Whether the server explains such requests. */
  readonly hasPlan?: boolean;
  /** Chooses what the request asks for. */
  readonly children?: ComponentChildren;
}

const WIDE = matchMedia("(min-width: 70rem)");
const isWide = signal(WIDE.matches);
WIDE.addEventListener("change", ({ matches }) => {
  isWide.value = matches;
});

const isFolded = signal(false);
/** In a narrow page, where it begins folded. */
const isUnfolded = signal(false);
const isOpen = computed(() => (isWide.value ? !isFolded.value : isUnfolded.value));
const isChoosing = signal(false);

function toggle(): void {
  const folding = isWide.peek() ? isFolded : isUnfolded;
  folding.value = !folding.peek();
}

/** The request of a view and its answer, beside it: as an address, as code, and as JSON. */
export function RequestPane({ reply, error = null, isLoading = false, hasPlan = true, children }: RequestPaneProps) {
  const answered = error instanceof RefusedError ? error.reply : reply;
  return (
    <aside class={isOpen.value ? "pane open" : "pane"} aria-label="Request and answer">
      <div class="pane-inside">
        <button type="button" class="fold" aria-expanded={isOpen.value} onClick={toggle}>
          Request and JSON
        </button>
        {isOpen.value && answered !== undefined && (
          <div class="loads" aria-busy={isLoading}>
            <Request path={answered.path} />
            {children && <Choosing>{children}</Choosing>}
            <Answer reply={answered} hasPlan={hasPlan} />
          </div>
        )}
      </div>
    </aside>
  );
}

function Request({ path }: { readonly path: string }) {
  const sample = openApi.value && sampleAt(path, openApi.value);
  return sample === null ? (
    <Address path={path} />
  ) : (
    <AsCode sample={sample}>
      <Address path={path} />
    </AsCode>
  );
}

function Choosing({ children }: { readonly children: ComponentChildren }) {
  return (
    <section aria-label="Fields and populate">
      <button
        type="button"
        class="fold"
        aria-expanded={isChoosing.value}
        onClick={() => (isChoosing.value = !isChoosing.value)}
      >
        Fields and populate
      </button>
      {isChoosing.value && children}
    </section>
  );
}

function Answer({ reply, hasPlan }: { readonly reply: Reply; readonly hasPlan: boolean }) {
  const { path, status, json, text } = reply;
  return (
    <>
      <div class="bar">
        <span class="figures">
          <strong class={status >= 400 ? "badge refused" : "badge published"}>{status}</strong>{" "}
          {milliseconds(reply.milliseconds)} · {bytes(reply.bytes)}
        </span>
        <CopyButton text={() => (json === undefined ? text : JSON.stringify(json, null, 2))}>Copy JSON</CopyButton>
        <a href={explorerHref(path)}>Open in API</a>
      </div>
      {hasPlan && <Plan reply={reply} />}
      <JsonTree value={json === undefined ? text : json} label="Answer as JSON" />
    </>
  );
}
