import { ICONS, type IconName } from "./icons.ts";

/** A picture beside a text, or within a control that has a label. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg class="glyph" viewBox="0 0 24 24" aria-hidden="true">
      <path d={ICONS[name]} />
    </svg>
  );
}
