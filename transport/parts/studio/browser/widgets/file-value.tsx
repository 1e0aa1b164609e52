import { BASE } from "../core/base.ts";
import { member } from "../core/member.ts";

interface FileValueProps {
  readonly file: unknown;
  readonly short?: boolean;
  /** False: a picture stands for itself. */
  readonly isNamed?: boolean;
}

/** A file's name, with a thumbnail if the file is a picture on the server itself. */
export function FileValue({ file, short = false, isNamed = true }: FileValueProps) {
  const name = String(member(file, "name") ?? "");
  const [url, picture] = [ownUrl(file), pictureUrl(file)];
  if (!isNamed && url !== null && picture !== null) {
    return (
      <a class="file short" href={url} target="_blank" rel="noreferrer" title={name}>
        <img src={picture} alt={name} loading="lazy" />
      </a>
    );
  }
  return (
    <span class={short ? "file short" : "file"}>
      {picture !== null && <img src={picture} alt="" loading="lazy" />}
      {url !== null ? (
        <a href={url} target="_blank" rel="noreferrer">
          {name}
        </a>
      ) : (
        <span>
          {name} <code>{String(member(file, "url") ?? "")}</code>
        </span>
      )}
    </span>
  );
}

/** The URL of a file on the server itself; null for a file on another host. */
export function ownUrl(file: unknown): string | null {
  const url = member(file, "url");
  return typeof url === "string" && /^\/(?!\/)/.test(url) ? `${BASE}${url}` : null;
}

/** The URL of a picture on the server itself, its thumbnail or `isWhole`; null for any other file. */
export function pictureUrl(file: unknown, isWhole = false): string | null {
  const isPicture = String(member(file, "mime") ?? "").startsWith("image/");
  const small = isWhole ? undefined : member(member(file, "formats"), "thumbnail");
  return isPicture ? (ownUrl(small) ?? ownUrl(file)) : null;
}
