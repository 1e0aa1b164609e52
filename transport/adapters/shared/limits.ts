/** Limits that both listeners enforce, so that no client holds a connection without using it. */

/** Bytes of request line and headers. uWebSockets.js accepts a little more. */
export const HEAD_BYTES = 16_384;

/**
 * Bytes that are read and discarded of a body over its limit: a client that sends all of it before it reads would miss
 * the answer otherwise.
 */
export const DISCARDED_BYTES = 16_777_216;

/** Bytes of large answers that one listener holds for slow clients. */
export const UNSENT_BYTES = 268_435_456;

/** An answer of this many characters or bytes is large; smaller ones are sent at once. */
export const LARGE_ANSWER = 65_536;

/** Bytes of request bodies that one listener holds at a time, unless configured otherwise. */
export const BODY_BYTES = 268_435_456;

export const BUSY_MESSAGE = "The server is too busy, please try again later.";

/** Milliseconds for the whole head, from its first byte. */
export const HEAD_TIMEOUT = 10_000;

/** Minimum rate of a body: bytes a second, over this window in milliseconds. uWebSockets.js enforces the same by itself. */
export const MIN_BODY_RATE = 16_384;
export const RATE_WINDOW = 10_000;

/** Milliseconds between two checks for slow requests. */
export const TIMEOUT_CHECK = 2_000;

/** Milliseconds without a byte in either direction while an answer is being sent. */
export const STALL_TIMEOUT = 30_000;

/** Milliseconds for which node:http announces to keep an idle connection; it adds a second of its own. */
export const KEEP_ALIVE_TIMEOUT = 5_000;

/**
 * Milliseconds that a closing listener grants requests in progress: the whole end takes five seconds at most, and
 * whoever sends SIGTERM kills after ten (Docker) or thirty (Kubernetes).
 */
export const CLOSE_GRACE = 4_000;
