import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";

interface MenuProps {
  readonly title: string;
  readonly children: ComponentChildren;
}

/**
 * Choices, or a form, above the page. Closes on Escape, after its form is sent, and when Tab leaves it, as it would cover
 * the focused element.
 */
export function Menu({ title, children }: MenuProps) {
  const menu = useRef<HTMLDetailsElement>(null);
  const close = () => {
    if (menu.current !== null) menu.current.open = false;
  };
  const goBack = () => {
    close();
    menu.current?.querySelector("summary")?.focus();
  };
  const closeByKey = ({ key }: KeyboardEvent) => {
    if (key === "Escape") goBack();
  };
  const closeBehind = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget instanceof Node && !menu.current?.contains(relatedTarget)) close();
  };
  return (
    <details ref={menu} class="menu" onKeyDown={closeByKey} onFocusOut={closeBehind} onSubmit={goBack}>
      <summary>{title}</summary>
      {children}
    </details>
  );
}
