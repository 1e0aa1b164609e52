/**
 * For `npm run check -- openapi`: a file of tests fails whose galleys have answered otherwise than their OpenAPI documents say,
 * with the tests that asked.
 */
import { afterAll } from "vitest";
import { brokenAnswers } from "./watched-answers.ts";

afterAll(async () => {
  const { checked, broken } = await brokenAnswers();
  console.info(`${checked} answers checked by their documents`);
  if (broken.length === 0) return;
  throw new Error(`${broken.length} of ${checked} answers break the document:\n${broken.slice(0, 20).join("\n")}`);
});
