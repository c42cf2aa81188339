// Once a minute the desk of a shard notes that it is there, and how it does. Whatever is not noted is downtime, so nothing has to
// be written at the moment of a failure; after a start the gap becomes an incident by itself.
import type { BoardPart, IncidentKind, PartState } from '@maru/contract/fairness/words';
import type { SiteId } from '@maru/engine/purse';
import { floorTo, koreanDate, later, MINUTE_MS, type Millis, millis } from '@maru/engine/time';
import type { Database } from '../db/database.ts';
import { countMinute, endDetected, findUpEnds, insertIncident } from './up-store.ts';

/** A restart that takes less is no incident; its minutes are missing all the same. */
const LEAST_GAP_MS = 3 * MINUTE_MS;
/** So long something is wrong before the board calls it an incident. */
const WRONG_FOR_MS = 3 * MINUTE_MS;
/** Batches that the tables may be behind before lists are called late. */
const BEHIND_MOST = 500;

export interface Health {
  readonly desk: string;
  readonly behind: number;
  /** Open instruments, and those of them without a usable price. */
  readonly instruments: number;
  readonly stopped: number;
}

export type Part = { readonly part: BoardPart; readonly state: PartState };

export function partsOf({ desk, behind, instruments, stopped }: Health): readonly Part[] {
  const prices = stopped === 0 ? 'GOOD' : stopped * 2 < instruments ? 'LIMITED' : 'DOWN';
  return [
    { part: 'DESK', state: desk === 'OPEN' ? 'GOOD' : 'DOWN' },
    { part: 'PRICES', state: prices },
    { part: 'TABLES', state: behind <= BEHIND_MOST ? 'GOOD' : 'LIMITED' },
  ];
}

export const worstOf = (parts: readonly Part[]): PartState =>
  parts.some(({ state }) => state === 'DOWN')
    ? 'DOWN'
    : parts.some(({ state }) => state === 'LIMITED')
      ? 'LIMITED'
      : 'GOOD';

const KIND_OF: Readonly<Partial<Record<BoardPart, IncidentKind>>> = { DESK: 'SLOW', PRICES: 'PRICES' };

export function createPulse({
  shard,
  database,
  sites,
  health,
}: {
  readonly shard: number;
  readonly database: Database;
  /** Those of the shard. */
  readonly sites: () => readonly SiteId[];
  readonly health: (now: Millis) => Health;
}) {
  /** Since when a part is down, and whether the board says so. */
  const wrong = new Map<BoardPart, { readonly since: Millis; isTold: boolean }>();
  let isResumed = false;

  /** The gap since the last minute that an earlier process noted. */
  async function resume(now: Millis): Promise<void> {
    await database.transaction(async (tx) => {
      const ends = await findUpEnds(tx, shard);
      const from = ends && later(millis(ends.last.lastMs), MINUTE_MS);
      for (const kind of Object.values(KIND_OF)) await endDetected(tx, { shard, kind, now });
      if (from === undefined || now - from < LEAST_GAP_MS) return;
      for (const site of sites())
        await insertIncident(tx, {
          site,
          kind: 'UNREACHABLE',
          isDetected: true,
          startedAt: from,
          endedAt: now,
          textKo: '',
          textEn: '',
          now,
        });
    });
    isResumed = true;
  }

  async function watch(parts: readonly Part[], now: Millis): Promise<void> {
    for (const { part, state } of parts) {
      const kind = KIND_OF[part];
      if (kind === undefined) continue;
      const known = wrong.get(part);
      if (state !== 'DOWN') {
        if (known?.isTold) await database.transaction((tx) => endDetected(tx, { shard, kind, now }));
        wrong.delete(part);
      } else if (known === undefined) wrong.set(part, { since: now, isTold: false });
      else if (!known.isTold && now - known.since >= WRONG_FOR_MS) {
        await database.transaction(async (tx) => {
          for (const site of sites())
            await insertIncident(tx, {
              site,
              kind,
              isDetected: true,
              startedAt: known.since,
              textKo: '',
              textEn: '',
              now,
            });
        });
        known.isTold = true;
      }
    }
  }

  return {
    async beat(now: Millis): Promise<void> {
      if (!isResumed) await resume(now);
      const parts = partsOf(health(now));
      const minute = floorTo(now, MINUTE_MS);
      await database.transaction((tx) =>
        countMinute(tx, { shard, day: koreanDate(now), minute, isTroubled: worstOf(parts) === 'DOWN' }),
      );
      await watch(parts, now);
    },
  };
}
