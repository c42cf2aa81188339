// A naive watch for tests: it values every account and looks at every order whenever it is asked.
import type { Price } from '../amount.ts';
import type { PlayerId } from '../purse.ts';
import { factsOf } from './account.ts';
import { isReached } from './fill.ts';
import { isFillable, isJudgeable, mayWarn, REARM_RATIO, type RiskAccount, riskAccount } from './risk.ts';
import { isUnderwater, isWarned, pricedIn } from './standing.ts';
import type { FuturesOrder, FuturesPosition } from './state.ts';
import type { FuturesTerms, Quote } from './terms.ts';
import { BTC, NOON } from './testing.ts';
import { isIsolated } from './value.ts';
import { pricedNow, type World } from './watch-testing.ts';
import type { FuturesWatchCommand, Phase } from './watch-types.ts';

interface Part {
  readonly player: PlayerId;
  readonly wallet: string;
  readonly position?: number;
}

/** Values everything anew whenever it is asked. */
export function createTwin(world: World) {
  const phases = new Map<string, Phase>();
  const asked = new Set<string>();
  const extremes = new Map<number, Price>();
  const keyOf = ({ player, wallet, position }: Part) => `${player} ${wallet} ${position ?? 'cross'}`;

  const partOf = (held: FuturesPosition): Part => {
    const { player, wallet, id } = held;
    return isIsolated(held) ? { player, wallet, position: id } : { player, wallet };
  };

  function partsWith(isIn: (position: FuturesPosition) => boolean): readonly (Part & { oldest: number })[] {
    const parts = new Map<string, Part & { oldest: number }>();
    const all = new Map<string, number>();
    for (const each of world.book.futures.positions.values()) {
      const key = keyOf(partOf(each));
      all.set(key, Math.min(all.get(key) ?? Infinity, each.id));
      if (isIn(each)) parts.set(key, { ...partOf(each), oldest: 0 });
    }
    for (const key of phases.keys()) if (!all.has(key)) phases.delete(key);
    return Array.from(parts.values(), (part) => ({ ...part, oldest: all.get(keyOf(part))! })).sort(
      (a, b) => a.oldest - b.oldest,
    );
  }

  function accountOf({ player, wallet, position }: Part): RiskAccount | undefined {
    const owner = world.book.players.get(player)!;
    const facts = factsOf(world.book, owner, owner.wallets.get(wallet)!);
    const account = riskAccount(facts, position, pricedIn(pricedNow(world)));
    return typeof account === 'string' ? undefined : account;
  }

  function phaseAfter(key: string, account: RiskAccount): { phase: Phase; isWarning: boolean } | undefined {
    const standing = { balance: account.equity, maintenance: account.maintenance };
    const isHigh = isWarned(standing, BTC.warnRatio);
    const wasWarned = isHigh && account.marked.some(({ position }) => position.warnedAt !== undefined);
    let phase = phases.get(key) ?? (wasWarned ? 'WARNED' : 'SAFE');
    if (phase === 'WARNED' && !isWarned(standing, REARM_RATIO)) phase = 'SAFE';
    if (phase === 'WARNED' || !isHigh) return { phase, isWarning: false };
    if (!mayWarn(account, world.now)) return { phase: 'WARNED', isWarning: false };
    return isJudgeable(account, world.now, NOON) ? { phase: 'WARNED', isWarning: true } : undefined;
  }

  return {
    /** What is due of the parts with such a position. */
    judge(isIn: (position: FuturesPosition) => boolean) {
      const [liquidations, warnings]: [string[], string[]] = [[], []];
      for (const part of partsWith(isIn)) {
        const key = keyOf(part);
        const account = accountOf(part);
        if (account === undefined || asked.has(key)) continue;
        if (isUnderwater(account)) {
          if (!isJudgeable(account, world.now, NOON)) continue;
          asked.add(key);
          phases.delete(key);
          liquidations.push(`liquidate ${key}`);
          continue;
        }
        const after = phaseAfter(key, account);
        if (after === undefined) continue;
        phases.set(key, after.phase);
        if (after.isWarning) warnings.push(`warn ${key}`);
      }
      return { liquidations, warnings };
    },
    answered(command: FuturesWatchCommand, isRefused: boolean) {
      if (command.kind !== 'LIQUIDATE_FUTURES' && command.kind !== 'WARN_FUTURES') return;
      const key = keyOf(command);
      if (command.kind === 'LIQUIDATE_FUTURES') asked.delete(key);
      if (isRefused) phases.delete(key);
    },
    /** Orders that this quote reaches, in their order. Trailing stops see it first. */
    reached(terms: FuturesTerms, quote: Quote): readonly string[] {
      const reached: { rank: number; id: number }[] = [];
      for (const order of world.book.futures.orders.values()) {
        if (order.instrument !== terms.instrument) continue;
        see(order, quote);
        if (isFillable({ terms, quote }, world.now) && isReached(order, quote, extremes.get(order.id)))
          reached.push({ rank: rankOf(order), id: order.id });
      }
      return reached.sort((a, b) => a.rank - b.rank || a.id - b.id).map(({ id }) => `fill ${id}`);
    },
    seen: (order: FuturesOrder) => extremes.get(order.id),
  };

  function see({ id, side, by, trailing }: FuturesOrder, quote: Quote): void {
    if (trailing === undefined) return;
    const isFurther = (a: Price, b: Price) => (side === 'SHORT' ? a > b : a < b);
    const [at, { activation }] = [quote[by], trailing];
    const known = extremes.get(id) ?? trailing.extreme?.price;
    if (known === undefined) {
      if (activation === undefined || at === activation || isFurther(at, activation)) extremes.set(id, at);
    } else extremes.set(id, isFurther(at, known) ? at : known);
  }
}

const rankOf = ({ type, state }: FuturesOrder): number => {
  if (type === 'STOPLOSS' || type === 'TRAILINGSTOP') return 1;
  if (type === 'TAKEPROFIT') return 2;
  return state === 'WAITING' ? 3 : 4;
};
