import type { ComponentChildren } from "preact";
import { Dialog } from "./dialog.tsx";

interface ConfirmProps {
  /** A question. */
  readonly title: string;
  /** The label of the confirming button. */
  readonly action: string;
  /** Whether the action can be taken back. */
  readonly isHarmless?: boolean;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
  readonly children: ComponentChildren;
}

/** Asks for confirmation. The first button has the focus, so a second Enter cancels. */
export function Confirm({ title, action, isHarmless = false, onConfirm, onCancel, children }: ConfirmProps) {
  return (
    <Dialog title={title} onClose={onCancel}>
      <p>{children}</p>
      <div class="actions">
        <button type="button" onClick={onCancel}>
          Cancel
        </button>
        <button type="button" class={isHarmless ? "primary" : "danger"} onClick={onConfirm}>
          {action}
        </button>
      </div>
    </Dialog>
  );
}
