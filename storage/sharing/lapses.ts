/** Milliseconds after which the claim to store a snapshot counts no more where its node has not renewed it. */
export const CLAIM_LAPSE = 5 * 60_000;

/** Milliseconds after which a node that nobody has seen is not waited for any more: it reads the log anew if it comes back. */
export const NODE_LAPSE = 60_000;
