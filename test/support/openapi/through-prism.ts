/** For `npm run check -- openapi:prism`: a file of tests fails whose exchanges break the OpenAPI documents of their galleys. */
import { afterAll } from "vitest";
import { setSender } from "../requests/sender.ts";
import { passedExchanges, prismSender } from "./prism-sender.ts";

const keeper = process.env.GALLEY_PRISM;
if (keeper !== undefined) setSender(prismSender(keeper));

afterAll(() => {
  const { passed, refused, understood, direct, broken } = passedExchanges();
  const named = [...understood].map(([name, count]) => `, ${count} × ${name}`).join("");
  console.info(
    `Prism: ${passed} exchanges keep to the document, ${direct} without a proxy, ${refused} wrong requests refused${named}`,
  );
  if (broken.length === 0) return;
  throw new Error(`${broken.length} exchanges break the document:\n${broken.slice(0, 40).join("\n")}`);
});
