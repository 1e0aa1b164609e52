import { BASE } from "../core/base.ts";
import { member } from "../core/member.ts";

/** A file's name, with a thumbnail if the file is a picture on the server itself. */
export function FileValue({ file, short = false }: { readonly file: unknown; readonly short?: boolean }) {
  const name = String(member(file, "name") ?? "");
  const url = String(member(file, "url") ?? "");
  const small = member(member(member(file, "formats"), "thumbnail"), "url");
  const isPicture = String(member(file, "mime") ?? "").startsWith("image/");
  const isOwn = /^\/(?!\/)/.test(url);
  return (
    <span class={short ? "file short" : "file"}>
      {isPicture && isOwn && (
        <img src={`${BASE}${typeof small === "string" && isOwnPath(small) ? small : url}`} alt="" loading="lazy" />
      )}
      {isOwn ? (
        <a href={`${BASE}${url}`} target="_blank" rel="noreferrer">
          {name}
        </a>
      ) : (
        <span>
          {name} <code>{url}</code>
        </span>
      )}
    </span>
  );
}

function isOwnPath(url: string): boolean {
  return /^\/(?!\/)/.test(url);
}
