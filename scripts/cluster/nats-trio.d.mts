import type { ClusterProcess } from './cluster.mjs';

export interface NatsTrio {
  /** A comma list of the three. */
  readonly url: string;
  readonly servers: readonly ClusterProcess[];
  /** Starts one again that has ended. */
  start(at: number): Promise<unknown>;
  stop(): Promise<unknown>;
}

export function startNatsTrio(options?: {
  readonly onLine?: ((line: string) => void) | undefined;
  readonly host?: string | undefined;
}): Promise<NatsTrio>;
