/** The behaviour of a node whose content is shared with other nodes. */
export interface ClusterConfig {
  /**
   * How far a node's content may be behind what other nodes have acknowledged, in milliseconds; 10,000 when absent.
   * Beyond that, requests for content are refused with 503 and the node is not ready. 0 means no limit: the node
   * answers with its present content.
   */
  readonly maxStaleness?: number;
  /** Milliseconds that a request waits for the position that it names. 1,000 when absent. */
  readonly positionWait?: number;
  /**
   * Where the position of a write is returned: in `X-Galley-Position` (`header`), or also in a cookie for browsers.
   * `header` when absent.
   */
  readonly position?: PositionCarrier;
}

export const POSITION_CARRIERS = ["header", "cookie"] as const;
export type PositionCarrier = (typeof POSITION_CARRIERS)[number];
