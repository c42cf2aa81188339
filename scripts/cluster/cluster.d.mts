import type { NetworkName } from './network-names.mjs';
import type { PostgresPair } from './postgres-pair.mjs';

export type ClusterRole = 'gateway' | 'desk' | 'feed';

export interface ClusterProcess {
  readonly name: string;
  readonly pid: number;
  readonly exited: Promise<{ readonly code: number | null; readonly signal: string | null }>;
  isRunning(): boolean;
  output(): string;
  signal(signal: string): void;
  says(pattern: RegExp, withinMs?: number): Promise<RegExpExecArray>;
  stop(withinMs?: number): Promise<void>;
}

export interface ClusterMember {
  readonly name: string;
  readonly role: ClusterRole;
  readonly number: number;
  readonly port: number;
  /** Of its HTTP, such as http://127.0.0.1:4001. */
  readonly address: string;
  /** Another one after each restart. */
  readonly process: ClusterProcess;
  start(): void;
  stop(): Promise<void>;
}

export interface Cluster {
  readonly address: string;
  readonly members: readonly ClusterMember[];
  readonly database: PostgresPair & { failover(): Promise<void> };
  readonly nats: {
    readonly url: string;
    readonly servers: readonly ClusterProcess[];
    start(at: number): Promise<unknown>;
  };
  /** Undefined unless it was asked for. */
  readonly network:
    | {
        /** Nothing passes between the member and this network any more, until the returned function is called. */
        cut(member: ClusterMember, from: NetworkName): Promise<() => Promise<void>>;
      }
    | undefined;
  readonly folder: string;
  stop(): Promise<void>;
}

export function startCluster(options?: {
  readonly env?: Readonly<Record<string, string>>;
  readonly envOf?: (role: ClusterRole, number: number) => Readonly<Record<string, string>>;
  readonly sizes?: Partial<Record<ClusterRole, number>>;
  readonly port?: number;
  /** Throws where the machine does not permit it: see `canSplit`. */
  readonly network?: boolean;
  readonly onLine?: (name: string, line: string) => void;
}): Promise<Cluster>;
