/** Returns a test of whether a raw path is this one, or below it; segments match in any case, as in the router. */
export function isBelow(root: string): (path: string) => boolean {
  const lower = root.toLowerCase();
  return (path) => {
    if (path.length > lower.length && path[lower.length] !== "/") return false;
    return path.startsWith(root) || path.slice(0, lower.length).toLowerCase() === lower;
  };
}
