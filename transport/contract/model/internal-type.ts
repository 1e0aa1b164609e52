/** Whether a content type is one of Galley's own, which no caller, hook or archive sees. */
export function isInternal(uid: string): boolean {
  return uid.startsWith("galley::");
}
