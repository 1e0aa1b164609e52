import { type ChildProcess, spawn } from "node:child_process";

/**
 * Ends a server when this process ends in any way, `kill -9` included. A shell in a session of its own waits for the end of a
 * pipe that only this process holds open.
 */
export function endWithTests(server: ChildProcess): ChildProcess {
  const wait = `cat; kill -QUIT ${server.pid}; sleep 5; kill -KILL ${server.pid}`;
  const watch = spawn("sh", ["-c", wait], { stdio: ["pipe", "ignore", "ignore"], detached: true });
  // The watch has nothing to wait for after the server, whose number may be given to another process.
  server.once("exit", () => watch.kill("SIGKILL"));
  watch.unref();
  (watch.stdin as { unref?(): void } | null)?.unref?.();
  return server;
}
