import { signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { CopyButton } from "../widgets/copy-button.tsx";
import { Tabs } from "../widgets/tabs.tsx";
import { codeFor, LANGUAGES, type Language, type RequestSample } from "./code.ts";

interface AsCodeProps {
  readonly sample: RequestSample;
  /** The address, as a further tab before the languages. */
  readonly children?: ComponentChildren;
}

const URL_TAB = ["url", "URL"] as const;

/** Stays from view to view. */
const chosen = signal<Language | "url">("url");

/** A request as code in a chosen language, to be copied. */
export function AsCode({ sample, children }: AsCodeProps) {
  const language = chosen.value === "url" && children === undefined ? "curl" : chosen.value;
  const code = language === "url" ? sample.url : codeFor(language, sample);
  return (
    <section class="as-code" aria-label="As code">
      <div class="bar">
        <Tabs
          label="Language"
          tabs={children === undefined ? LANGUAGES : [URL_TAB, ...LANGUAGES]}
          chosen={language}
          onChoose={(name) => (chosen.value = name)}
        />
        <CopyButton text={code} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys */}
      <pre class="scroll" tabIndex={0}>
        {language === "url" ? children : code}
      </pre>
    </section>
  );
}
