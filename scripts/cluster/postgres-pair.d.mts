export interface PostgresPair {
  /** Both servers in one address, as `DATABASE_URL` takes it. */
  readonly url: string;
  /** The same by another address of this machine. */
  urlOn(host: string): string;
  primaryUrl(): string;
  standbyUrl(): string;
  killPrimary(): Promise<void>;
  freezePrimary(): Promise<void>;
  thawPrimary(): Promise<void>;
  /** Of both servers: the process that starts all others of it. */
  pids(): Promise<readonly number[]>;
  killStandby(): Promise<void>;
  freezeStandby(): Promise<void>;
  thawStandby(): Promise<void>;
  promote(): Promise<void>;
  reviveOld(): Promise<string>;
  stopOld(): Promise<void>;
  rejoin(): Promise<void>;
  stop(): Promise<void>;
}

export function startPostgresPair(options?: {
  readonly database?: string;
  readonly also?: { readonly host: string; readonly subnet: string } | undefined;
}): Promise<PostgresPair>;
