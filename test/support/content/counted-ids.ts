/** Ids that count from one. */
export function countedIds(): () => string {
  let count = 0;
  return () => {
    count += 1;
    return `request-${count}`;
  };
}
