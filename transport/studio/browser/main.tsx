import { render } from "preact";
import { App } from "./app.tsx";

const place = document.querySelector("#studio");
if (place !== null) render(<App />, place);
