// A player's account at the newest prices: its equity, and its loss-cut level (docs/rules.md 4.8).
import type { OverseaCross } from '@maru/contract/realtime';
import { type Amount, toDecimal, ZERO } from '@maru/engine/amount';
import { type Standing, standingOf } from '@maru/engine/oversea/equity';
import { freeNeeded } from '@maru/engine/oversea/preview';
import { type Marked, quoteAtEntry } from '@maru/engine/oversea/pricing';
import type { OverseaAccount } from '@maru/engine/oversea/state';
import type { WalletType } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import type { OverseaParts } from './deps.ts';
import type { AccountSeen } from './reads.ts';

/** Profit and loss is rounded down to this unit: the smallest one rounds off the least. */
const ONE_UNIT = 1n as Amount;

interface StandingParts {
  readonly instruments: Pick<OverseaParts['instruments'], 'byId'>;
  readonly prices: Pick<OverseaParts['prices'], 'latest'>;
  readonly terms: Pick<OverseaParts['terms'], 'at'>;
}

export function standing(seen: AccountSeen, parts: StandingParts, now: Millis): Standing {
  const marked = seen.positions.flatMap((position): readonly Marked[] => {
    const own = parts.terms.at(seen.site, position.instrument, now);
    const last = parts.prices.latest(parts.instruments.byId(position.instrument)?.code ?? '')?.last;
    // Before the first tick after a start there is no price; the position is valued at its entry.
    return own === undefined
      ? []
      : [{ position, terms: own, last: last ?? quoteAtEntry(position.entry).last }];
  });
  return standingOf(marked, { free: seen.free, unit: seen.unit, orders: new Map(seen.orders.entries()) });
}

/** Free money of this wallet that an account with open positions needs as a distance from its loss-cut. */
export function reservedFor(
  account: OverseaAccount | undefined,
  wallet: WalletType,
  parts: StandingParts,
  now: Millis,
): Amount {
  const positions = [...(account?.positions.values() ?? [])];
  const [first] = positions;
  if (first === undefined || first.wallet !== wallet) return ZERO;
  const orders = [...(account?.orders.values() ?? [])];
  const unit = ONE_UNIT;
  const { equity, level } = standing(
    { site: first.site, free: ZERO, wait: ZERO, unit, positions, orders },
    parts,
    now,
  );
  return freeNeeded({ equity, level });
}

export const wireCross = (
  { free, wait }: Pick<AccountSeen, 'free' | 'wait'>,
  { lastPnl, level, equity }: Standing,
): OverseaCross => ({
  playerPoint: toDecimal(free),
  playerGameWaitPoint: toDecimal(wait),
  lastPnl: toDecimal(lastPnl),
  losscut: toDecimal(level),
  equity: toDecimal(equity),
});
