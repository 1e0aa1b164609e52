/**
 * Lets the process end while this timer runs. In the environment of a page, as jsdom in Jest, a timer is a number, which
 * ends with the page.
 */
export function inBackground(timer: NodeJS.Timeout): NodeJS.Timeout {
  return typeof timer === "object" ? timer.unref() : timer;
}
