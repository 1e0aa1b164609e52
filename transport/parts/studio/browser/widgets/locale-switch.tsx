import { locales } from "../model/locales.ts";

interface LocaleSwitchProps {
  readonly chosen: string;
  /** Locales in which the document exists; null if no single document is shown. */
  readonly present: ReadonlySet<string> | null;
  readonly onChoose: (code: string) => void;
}

/** Chooses the locale of the shown content. */
export function LocaleSwitch({ chosen, present, onChoose }: LocaleSwitchProps) {
  return (
    <select aria-label="Locale" value={chosen} onChange={({ currentTarget }) => onChoose(currentTarget.value)}>
      {locales.value.map(({ code, name }) => (
        <option key={code} value={code}>
          {present === null || present.has(code) ? name : `${name}, not written`}
        </option>
      ))}
    </select>
  );
}
