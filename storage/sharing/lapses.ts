/** Milliseconds after which a node's claim to store a snapshot expires unless the node renews it. */
export const CLAIM_LAPSE = 5 * 60_000;

/**
 * Milliseconds after which trimming no longer waits for a node that has not been seen. The node reloads the log if it
 * comes back.
 */
export const NODE_LAPSE = 60_000;
