import type { ComponentChildren } from "preact";
import { bytes } from "../core/format.ts";
import { member } from "../core/member.ts";
import { ownUrl, pictureUrl } from "../widgets/file-value.tsx";

interface FileCardsProps {
  readonly files: readonly unknown[];
  /** Opens or chooses a file; undefined: nothing can be done with one. */
  readonly onOpen: ((file: unknown) => void) | undefined;
  /** The accessible name of opening one: `Edit`. */
  readonly verb: string;
  /** Further controls of a file. */
  readonly children?: (file: unknown) => ComponentChildren;
}

/** Files as a grid of pictures; a file of another kind shows its extension. */
export function FileCards({ files, onOpen, verb, children }: FileCardsProps) {
  return (
    <ul class="cards">
      {files.map((file) => (
        <li key={String(member(file, "id"))}>
          {onOpen === undefined ? (
            <div class="look">
              <Preview file={file} />
            </div>
          ) : (
            <button
              type="button"
              class="look"
              aria-label={`${verb} ${member(file, "name")}`}
              onClick={() => onOpen(file)}
            >
              <Preview file={file} />
            </button>
          )}
          <Name file={file} isLink={children !== undefined} />
          <span class="faint">{factsOf(file)}</span>
          {children?.(file)}
        </li>
      ))}
    </ul>
  );
}

function Name({ file, isLink }: { readonly file: unknown; readonly isLink: boolean }) {
  const [name, url] = [String(member(file, "name")), ownUrl(file)];
  if (!isLink || url === null) return <strong class="name">{name}</strong>;
  return (
    <a class="name" href={url} target="_blank" rel="noreferrer">
      {name}
    </a>
  );
}

/** A picture on the server itself, or the extension of the file. */
export function Preview({ file, isWhole = false }: { readonly file: unknown; readonly isWhole?: boolean }) {
  const url = pictureUrl(file, isWhole);
  if (url !== null) return <img src={url} alt={String(member(file, "alternativeText") ?? "")} loading="lazy" />;
  return <span class="extension">{String(member(file, "ext") ?? "").replace(".", "") || "file"}</span>;
}

function factsOf(file: unknown): string {
  const [width, height] = [member(file, "width"), member(file, "height")];
  return [
    bytes(Number(member(file, "size")) * 1000),
    ...(typeof width === "number" ? [`${width} × ${height}`] : []),
    String(member(file, "mime")),
  ].join(" · ");
}
