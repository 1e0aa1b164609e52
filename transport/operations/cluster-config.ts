/** How a node behaves whose content other nodes share. */
export interface ClusterConfig {
  /**
   * Milliseconds by which what a node shows may be behind what others were acknowledged, 10,000 when absent: beyond it, all
   * requests for content are refused with 503 and the node is not ready. 0 is any: it answers with what it has.
   */
  readonly maxStaleness?: number;
  /** Milliseconds that a request waits for the position that it names: 1,000. */
  readonly positionWait?: number;
  /** Where a write's position is named: in `X-Galley-Position` (`header`), or for browsers in a cookie as well. `header`. */
  readonly position?: PositionCarrier;
}

export const POSITION_CARRIERS = ["header", "cookie"] as const;
export type PositionCarrier = (typeof POSITION_CARRIERS)[number];
