import { useSignal } from "@preact/signals";
import { ask, type Call } from "../core/request.ts";
import { href } from "../core/route.ts";
import { useAttempt } from "../core/use-attempt.ts";
import { localeInAddress } from "../model/locales.ts";
import { type Models, routeName } from "../model/model.ts";
import { Confirm } from "../widgets/confirm.tsx";
import { Icon } from "../widgets/icon.tsx";
import { Problem } from "../widgets/problem.tsx";
import type { Difference } from "./differences.ts";
import { discardDraft, publish, remove, revert, unpublish } from "./document-calls.ts";
import type { Versions } from "./load-entry.ts";
import type { Target } from "./target.ts";

interface ActionsProps {
  readonly target: Target;
  readonly models: Models;
  readonly versions: Versions;
  /** The differences of the draft from the published version. */
  readonly changed: readonly Difference[];
  readonly onDone: () => void;
  readonly onDeleted: () => void;
}

/** The actions on a whole document that this caller may perform. */
export function Actions({ target, models, versions, changed, onDone, onDeleted }: ActionsProps) {
  const { error, attempt } = useAttempt();
  const isDeleting = useSignal(false);
  const { model, documentId, locale } = target;
  const act = (call: Call, done: () => void) => {
    isDeleting.value = false;
    attempt(() => ask(call).then(done));
  };
  const { may, drafts } = model;
  const isPublished = versions.published.entry !== null;
  const hasDraft = Boolean(versions.draft?.entry);
  const isChanged = changed.length > 0;
  const discarding = may.discard ? discardDraft(target) : revert(changed, target, models);
  return (
    <div class="actions">
      {drafts && may.update && hasDraft && (isChanged || !isPublished) && (
        <button type="button" class="primary" onClick={() => act(publish(target), onDone)}>
          <Icon name="eye" />
          Publish
        </button>
      )}
      {drafts && may.unpublish && isPublished && (
        <button type="button" onClick={() => act(unpublish(target), onDone)}>
          <Icon name="eye-off" />
          Unpublish
        </button>
      )}
      {drafts && (may.discard || may.update) && isPublished && isChanged && (
        <button type="button" onClick={() => act(discarding, onDone)}>
          <Icon name="undo-2" />
          Discard draft
        </button>
      )}
      {may.create && model.kind !== "singleType" && documentId !== null && (
        <a
          class="button"
          href={href(
            ["content", routeName(model), "new"],
            new URLSearchParams({ copy: documentId, ...localeInAddress(locale) }),
          )}
        >
          <Icon name="copy" />
          Duplicate
        </a>
      )}
      {may.delete && (isPublished || hasDraft) && (
        <button type="button" class="danger" onClick={() => (isDeleting.value = true)}>
          <Icon name="trash-2" />
          Delete
        </button>
      )}
      {isDeleting.value && (
        <Confirm
          title="Delete this entry?"
          action="Delete"
          onConfirm={() => act(remove(target), onDeleted)}
          onCancel={() => (isDeleting.value = false)}
        >
          {drafts ? "Its draft and its published version go" : "It goes"}
          {locale === null ? "." : ` in this locale, ${locale}.`} This cannot be taken back.
        </Confirm>
      )}
      {error !== null && <Problem error={error} />}
    </div>
  );
}
