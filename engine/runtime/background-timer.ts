/**
 * Lets the process end while this timer runs. In a page environment, such as jsdom in Jest, a timer is a number and
 * ends with the page.
 */
export function inBackground(timer: NodeJS.Timeout): NodeJS.Timeout {
  return typeof timer === "object" ? timer.unref() : timer;
}
