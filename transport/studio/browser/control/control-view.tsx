export function ControlView() {
  return <p>Soon</p>;
}
