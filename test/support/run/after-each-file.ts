import { afterAll } from "vitest";
import { endAsyncContexts } from "./async-contexts.ts";

afterAll(endAsyncContexts);
