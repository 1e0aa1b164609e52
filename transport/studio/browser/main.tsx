import { render } from "preact";

const place = document.querySelector("#studio");
if (place !== null) render(<main>Studio</main>, place);
