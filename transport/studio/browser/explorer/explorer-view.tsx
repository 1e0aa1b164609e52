export function ExplorerView() {
  return <p>Soon</p>;
}
