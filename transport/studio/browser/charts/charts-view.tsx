export function ChartsView() {
  return <p>Soon</p>;
}
