// Coin futures: nobody asks for them yet, so nothing of them ever happens.
import type { AnyCommand, AnyEvent } from '@maru/engine/products';
import type { SimProduct } from '../product.ts';

type NoPart = Record<never, never>;

/** Nothing happened that anybody could see. */
const unasked = (kind: string): never => {
  throw new Error(`no player and no platform of the simulator sends ${kind}`);
};

const isFutures = (kind: AnyCommand['kind'] | AnyEvent['kind']): boolean =>
  kind.startsWith('FUTURES_') || /_FUTURES(_|$)/.test(kind);

export const futures: SimProduct<NoPart, NoPart, NoPart> = {
  drawPlan: () => ({}),
  calmPlan: {},
  ownsCommand: isFutures,
  ownsEvent: isFutures,
  asks: { name: 'futures', count: () => 0, momentOf: () => 0, ask: (_, name) => unasked(name) },
  createPlatform: () => () => Promise.resolve(),
  goals: [],
  createGoals: () => () => undefined,
  createRequests: () => ({
    asks: ({ kind }) => isFutures(kind),
    submitted: ({ kind }) => unasked(kind),
    refused: ({ kind }) => unasked(kind),
    makes: ({ kind }) => isFutures(kind),
    tookEffect: ({ kind }) => unasked(kind),
    undone: ({ kind }) => unasked(kind),
  }),
  probe: () => undefined,

  tables: {
    empty: () => ({}),
    write: () => undefined,
    load: () => undefined,
    check: () => undefined,
    snapshot: () => [],
    restore: {},
    rows: () => [],
    edits: [],
  },
  playersWithOpen: () => [],

  emptyTwin: () => ({}),
  judge: (_state, _player, { kind }) => unasked(kind),
  isMeant: ({ kind }) => unasked(kind),
  legs: (_state, { kind }) => unasked(kind),
  change: (_state, { kind }) => unasked(kind),
  describe: () => [],
  lockedOf: () => 0n,
  hasOpen: () => false,
  isSettled: () => true,
};
