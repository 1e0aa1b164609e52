import { render } from "preact";
import { App } from "./app.tsx";
import { keepFocus } from "./focus/keep-focus.ts";

const place = document.querySelector("#studio");
if (place !== null) {
  render(<App />, place);
  keepFocus();
}
