import type { ClusterProcess } from './cluster.mjs';

export function freePort(): Promise<number>;

export function startProcess(
  name: string,
  command: string,
  args: readonly string[],
  options?: {
    readonly env?: Readonly<Record<string, string>>;
    readonly onLine?: ((line: string) => void) | undefined;
    readonly namespace?: string | undefined;
  },
): ClusterProcess;
