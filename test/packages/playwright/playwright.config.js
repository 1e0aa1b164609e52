import { defineConfig } from "@playwright/test";

export default defineConfig({
  testMatch: "*.spec.js",
  use: {
    // The system's Chromium, without the sandbox that containers lack.
    launchOptions: { executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] },
  },
});
