// What must be submitted about accounts: every one is valued whenever it is asked, isolated and cross.
import type { FuturesPosition, FuturesState } from '@maru/engine/futures/state';
import type { FuturesTerms, Priced, Quote } from '@maru/engine/futures/terms';
import { floorOf, fraction } from './fraction.ts';
import type { TwinPosition } from './twin.ts';
import {
  canBeJudged,
  crossWorth,
  isHigh,
  isLiquidated,
  isolatedWorth,
  markedOf,
  type Worth,
  warnShareOf,
} from './twin-account.ts';
import { WARNING_MS } from './twin-platform.ts';

export interface Seen {
  readonly state: FuturesState;
  /** By purse. */
  readonly free: ReadonlyMap<string, bigint>;
  readonly quoteOf: (instrument: number) => Quote | undefined;
  readonly termsOf: (site: number, instrument: number, now: number) => FuturesTerms;
  /** Since when prices are received. */
  readonly since: number;
  /** When the price from before that was seen. */
  readonly rememberedAt: (instrument: number) => number;
}

/** An isolated position, or the cross positions of a wallet. */
interface Part {
  readonly key: string;
  readonly player: number;
  readonly wallet: string;
  readonly position: number | undefined;
}

/** Below this the next warning is due again. */
const REARMED = 70_000_000n;
const UNPRICED = -1;

const partOf = ({ player, wallet, id, marginType }: FuturesPosition): Part =>
  marginType === 'ISOLATED'
    ? { key: `${player} ${wallet} ${id}`, player, wallet, position: id }
    : { key: `${player} ${wallet} cross`, player, wallet, position: undefined };

export const partIn = (command: {
  readonly player: number;
  readonly wallet: string;
  readonly position?: number;
}) => `${command.player} ${command.wallet} ${command.position ?? 'cross'}`;

export function createAccountsCheck(seen: Seen) {
  const { state, free } = seen;
  const phases = new Map<string, 'SAFE' | 'WARNED'>();
  /** Parts whose liquidation is submitted and not answered. */
  const asked = new Set<string>();

  const positionsOf = (player: number) =>
    [...state.positions.values()].filter((held) => held.player === player) as unknown as TwinPosition[];

  /** A position that never had a price counts with what it was opened at. */
  function pricedAt(held: TwinPosition | FuturesPosition, now: number): Priced {
    const terms = seen.termsOf(held.site, held.instrument, now);
    const quote = seen.quoteOf(held.instrument);
    if (quote !== undefined) return { terms, quote };
    const twice = floorOf(fraction(2n * held.entry.sum + held.entry.over, 2n * held.entry.over));
    const at = (twice > 0n ? twice : 1n) as Quote['last'];
    return { terms, quote: { ts: 0 as Quote['ts'], seq: UNPRICED, last: at, bid: at, ask: at, mark: at } };
  }

  function worthOf({ player, wallet, position }: Part, now: number): Worth | undefined {
    const positions = positionsOf(player);
    const held = positions.find(({ id }) => id === position);
    if (held !== undefined) return isolatedWorth(markedOf(held, pricedAt(held, now)));
    const own = { positions, wallet, free: free.get(`${player}:${wallet}:free`) ?? 0n };
    return crossWorth(own, (instrument) => {
      const each = positions.find((one) => one.instrument === instrument);
      return each && pricedAt(each, now);
    });
  }

  /** What must be submitted about this part now. */
  function judge(part: Part, now: number, mayAsk: boolean): string | undefined {
    if (asked.has(part.key)) return undefined;
    const worth = worthOf(part, now);
    if (worth === undefined) return undefined;
    if (isLiquidated(worth)) {
      if (!canBeJudged(worth, now, seen.since) || !mayAsk) return undefined;
      asked.add(part.key);
      phases.delete(part.key);
      return `liquidate ${part.key}`;
    }
    const before = phases.get(part.key);
    if (before === undefined && worth.marked.some(({ quote }) => quote.seq === UNPRICED)) return undefined;
    const share = warnShareOf(worth);
    const isWarnedAt = (of: bigint) => isHigh(worth, of);
    const wasWarned = worth.marked.some(({ held }) => held.warnedAt !== undefined);
    let phase = before ?? (wasWarned && isWarnedAt(share) ? 'WARNED' : 'SAFE');
    if (before === 'WARNED' && !isWarnedAt(share < REARMED ? share : REARMED)) phase = 'SAFE';
    if (phase === 'WARNED' || !isWarnedAt(share)) {
      phases.set(part.key, phase);
      return undefined;
    }
    const isPaused = worth.marked.some(
      ({ held: { warnedAt } }) => warnedAt !== undefined && now < warnedAt + WARNING_MS,
    );
    if (!isPaused && (!canBeJudged(worth, now, seen.since) || !mayAsk)) return undefined;
    phases.set(part.key, 'WARNED');
    return isPaused ? undefined : `warn ${part.key}`;
  }

  function judgeAll(
    isIn: (held: FuturesPosition) => boolean,
    now: number,
    mayAsk = true,
  ): ReadonlySet<string> {
    const parts = new Map<string, Part>();
    for (const held of state.positions.values()) if (isIn(held)) parts.set(partOf(held).key, partOf(held));
    const targets = new Set<string>();
    for (const part of parts.values()) {
      const target = judge(part, now, mayAsk);
      if (target !== undefined) targets.add(target);
    }
    return targets;
  }

  function forgetGone(): void {
    const there = new Set(Array.from(state.positions.values(), (held) => partOf(held).key));
    for (const key of phases.keys()) if (!there.has(key)) phases.delete(key);
    for (const key of asked) if (!there.has(key)) asked.delete(key);
  }

  return {
    judgeAll,
    forgetGone,
    wasLiquidated: (key: string) => void asked.delete(key),
    wasRefused(key: string, isLiquidation: boolean): void {
      if (isLiquidation) asked.delete(key);
      phases.delete(key);
    },
  };
}
