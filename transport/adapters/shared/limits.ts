/** Limits that both listeners keep, so that no client holds a connection without using it. */

/** Bytes of request line and headers. uWebSockets.js takes a little more. */
export const HEAD_BYTES = 16_384;

/**
 * Bytes that are read and thrown away of a body over its limit: who sends all of it before it reads would miss the answer
 * otherwise.
 */
export const DISCARDED_BYTES = 16_777_216;

/** Bytes of large answers that one listener holds for clients which read slowly. */
export const UNSENT_BYTES = 268_435_456;

/** Characters or bytes from which on an answer is large: smaller ones go out at once. */
export const LARGE_ANSWER = 65_536;

/** Bytes of request bodies that one listener holds at the same time, unless it is configured otherwise. */
export const BODY_BYTES = 268_435_456;

export const BUSY_MESSAGE = "The server is too busy, please try again later.";

/** Milliseconds for the whole head, from its first byte. */
export const HEAD_TIMEOUT = 10_000;

/** Bytes a second, over so many milliseconds, in which bodies have to arrive. uWebSockets.js has the same by itself. */
export const MIN_BODY_RATE = 16_384;
export const RATE_WINDOW = 10_000;

/** Milliseconds between two looks at the clock for slow requests. */
export const TIMEOUT_CHECK = 2_000;

/** Milliseconds without a byte in either direction while an answer is under way. */
export const STALL_TIMEOUT = 30_000;

/** Milliseconds for which node:http promises to keep a connection that asks for nothing; it adds a second of its own. */
export const KEEP_ALIVE_TIMEOUT = 5_000;

/** Milliseconds that a closing listener gives requests under way. */
export const CLOSE_GRACE = 10_000;
