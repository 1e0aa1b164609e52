import { render } from "preact";
import { keepFocus } from "./core/focus/keep-focus.ts";
import { App } from "./shell/app.tsx";

const place = document.querySelector("#studio");
if (place !== null) {
  render(<App />, place);
  keepFocus();
}
