import { useSignal } from "@preact/signals";
import { useLayoutEffect } from "preact/hooks";

interface SearchBoxProps {
  readonly text: string;
  readonly onSearch: (text: string) => void;
  readonly label?: string;
}

/** Searches when Enter is pressed. */
export function SearchBox({ text, onSearch, label = "Search all texts" }: SearchBoxProps) {
  const typed = useSignal(text);
  // Before the box is shown: a later effect would erase the first letters that are typed into it.
  useLayoutEffect(() => {
    typed.value = text;
  }, [text, typed]);
  const search = (event: Event) => {
    event.preventDefault();
    onSearch(typed.value.trim());
  };
  return (
    <search>
      <form onSubmit={search}>
        <input
          type="search"
          aria-label={label}
          placeholder="Search"
          enterkeyhint="search"
          value={typed.value}
          onInput={({ currentTarget }) => (typed.value = currentTarget.value)}
        />
      </form>
    </search>
  );
}
