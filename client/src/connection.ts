// The states of the live connection as a table: which event leads from which state to which. `realtime.ts` uses it, and
// docs/state-machines.md is printed from it with the texts of `connection-machine.ts`, which the browser never loads.

/**
 * `lost` after the spec's two retries; attempts continue without being shown, because the server may recover. Attempt
 * 0 is the first one after a sleep: a phone that was asleep has not failed yet.
 */
export type Connection =
  | { readonly kind: 'closed' | 'connecting' | 'connected' | 'offline' | 'lost' }
  | { readonly kind: 'retrying'; readonly attempt: number };

/** Spec 9. */
export const RETRIES = 2;

/** What a screen sees of each state. */
export const connections = {
  closed: { kind: 'closed' },
  connecting: { kind: 'connecting' },
  connected: { kind: 'connected' },
  restarting: { kind: 'retrying', attempt: 0 },
  retrying1: { kind: 'retrying', attempt: 1 },
  retrying2: { kind: 'retrying', attempt: RETRIES },
  lost: { kind: 'lost' },
  offline: { kind: 'offline' },
} as const satisfies Readonly<Record<string, Connection>>;

export type ConnectionState = keyof typeof connections;
export type ConnectionEvent =
  | 'OPEN'
  | 'CONNECTED'
  | 'FAILED'
  | 'FAILED_HIDDEN'
  | 'RESTART'
  | 'OFFLINE'
  | 'CLOSE';

const up = { RESTART: 'restarting', OFFLINE: 'offline', CLOSE: 'closed' } as const;
const trying = { ...up, CONNECTED: 'connected' } as const;

export const connectionTable: Readonly<
  Record<ConnectionState, Readonly<Partial<Record<ConnectionEvent, ConnectionState>>>>
> = {
  closed: { OPEN: 'connecting', CLOSE: 'closed' },
  connecting: { ...trying, RESTART: 'connecting', FAILED: 'retrying1', FAILED_HIDDEN: 'restarting' },
  connected: { ...up, FAILED: 'retrying1', FAILED_HIDDEN: 'restarting' },
  restarting: { ...trying, FAILED: 'retrying1', FAILED_HIDDEN: 'restarting' },
  retrying1: { ...trying, FAILED: 'retrying2', FAILED_HIDDEN: 'retrying1' },
  retrying2: { ...trying, FAILED: 'lost', FAILED_HIDDEN: 'retrying2' },
  lost: { ...trying, FAILED: 'lost', FAILED_HIDDEN: 'lost' },
  offline: { ...trying, FAILED: 'offline', FAILED_HIDDEN: 'offline' },
};
