import { computed, signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { explorerHref } from "../core/explorer-address.ts";
import { bytes, milliseconds } from "../core/format.ts";
import { matching } from "../core/media.ts";
import { type Call, RefusedError, type Reply } from "../core/request.ts";
import { AsCode } from "../explorer/as-code.tsx";
import { sampleOfCall } from "../explorer/sample.ts";
import { openApi } from "../model/load-models.ts";
import { CopyButton } from "../widgets/copy-button.tsx";
import { Plan } from "../widgets/plan.tsx";
import { Address } from "./address.tsx";
import { JsonTree } from "./json-tree.tsx";

interface RequestPaneProps {
  /** The last answer; undefined before the first. */
  readonly reply?: Reply | undefined;
  /** The request that a form would send; its answer is shown only if it was refused. */
  readonly write?: Call;
  /** Why there is no newer one. */
  readonly error?: unknown;
  readonly isLoading?: boolean;
  /** Whether the server explains such requests. */
  readonly hasPlan?: boolean;
  /** Chooses what the request asks for. */
  readonly children?: ComponentChildren;
}

const isWide = matching("(min-width: 70rem)");
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
export function RequestPane(props: RequestPaneProps) {
  const { reply, write, error = null, isLoading = false, hasPlan = true, children } = props;
  const answered = error instanceof RefusedError ? error.reply : reply;
  const call = write ?? answered;
  return (
    <aside class={isOpen.value ? "pane open" : "pane"} aria-label="Request and answer">
      <div class="pane-inside">
        <button type="button" class="fold" aria-expanded={isOpen.value} onClick={toggle}>
          Request and JSON
        </button>
        {isOpen.value && call !== undefined && (
          <div class="loads" aria-busy={isLoading}>
            <Request call={write ?? { path: call.path }} />
            {write && <JsonTree value={write.body} label="Body as JSON" />}
            {children && <Choosing>{children}</Choosing>}
            {answered && <Answer reply={answered} hasPlan={hasPlan} isRead={write === undefined} />}
          </div>
        )}
      </div>
    </aside>
  );
}

function Request({ call }: { readonly call: Call }) {
  const sample = openApi.value && sampleOfCall(call, openApi.value);
  return sample === null ? (
    <Address {...call} />
  ) : (
    <AsCode sample={sample}>
      <Address {...call} />
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

interface AnswerProps {
  readonly reply: Reply;
  readonly hasPlan: boolean;
  /** Whether it answers a read, which can be opened elsewhere. */
  readonly isRead: boolean;
}

function Answer({ reply, hasPlan, isRead }: AnswerProps) {
  const { path, status, json, text } = reply;
  return (
    <>
      <div class="bar">
        <span class="figures">
          <strong class={status >= 400 ? "badge refused" : "badge published"}>{status}</strong>{" "}
          {milliseconds(reply.milliseconds)} · {bytes(reply.bytes)}
        </span>
        <CopyButton text={() => (json === undefined ? text : JSON.stringify(json, null, 2))}>Copy JSON</CopyButton>
        {isRead && <a href={explorerHref(path)}>Open in API</a>}
      </div>
      {hasPlan && <Plan reply={reply} />}
      <JsonTree value={json === undefined ? text : json} label="Answer as JSON" />
    </>
  );
}
