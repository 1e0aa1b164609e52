// Runs scripts of package.json at once, and prints the output of each as it ends: tsx .ci/side-by-side.ts NAME…
// Each script alone leaves a core idle for a part of its time.
import { execFile } from "node:child_process";

function run(name: string): Promise<boolean> {
  const shell = process.platform === "win32";
  return new Promise((resolve) => {
    execFile("npm", ["run", "--silent", name], { shell, maxBuffer: 1e8 }, (error, output, faults) => {
      process.stdout.write(output);
      process.stderr.write(faults);
      if (error !== null) console.error(`npm run ${name} failed`);
      resolve(error === null);
    });
  });
}

const ended = await Promise.all(process.argv.slice(2).map(run));
process.exitCode = ended.every(Boolean) ? 0 : 1;
