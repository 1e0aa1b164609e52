import { type Locale, locales } from "../model/locales.ts";
import { Select } from "./select.tsx";

interface LocaleSwitchProps {
  readonly chosen: string;
  /** Locales in which the document exists; null if no single document is shown. */
  readonly present: ReadonlySet<string> | null;
  readonly onChoose: (code: string) => void;
}

/** Chooses the locale of the shown content. */
export function LocaleSwitch({ chosen, present, onChoose }: LocaleSwitchProps) {
  const titleOf = ({ code, name }: Locale) => (present === null || present.has(code) ? name : `${name}, not written`);
  const options = locales.value.map((locale) => [locale.code, titleOf(locale)] as const);
  return <Select label="Locale" options={options} value={chosen} onChange={onChoose} />;
}
