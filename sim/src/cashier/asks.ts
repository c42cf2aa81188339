// What players ask of the cashier: mostly sensible, at the edges far more often than chance would have it, doubled, late,
// about requests of others and about those that have ended.
import type { Amount } from '@maru/engine/amount';
import type { CashierPlayerCommand, Rate } from '@maru/engine/cashier/commands';
import type { Command } from '@maru/engine/command';
import { playerId, siteId } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import { type Dice, diceFor } from '../dice.ts';
import { type Sender, siteOf } from '../workload.ts';
import type { TwinRequest } from './twin.ts';

export const UNIT = 100_000_000n;
/** Nothing is staked from this wallet: bonuses are given in it. */
export const COIN = 'DOGE';
/** A second wallet of the same coin. */
const SPARE = 'SPARE';
/** From which players bet. */
export const STAKED = 'BINARY';
/** Codes of this number are for the wallet that bets are staked from, in runs in which nothing else is staked. */
export const STAKED_CODE = 2;
/** Won for one coin. */
const WON_PER_COIN = 250n;

export interface CashierKnowledge extends Sender {
  readonly seed: number;
  readonly players: number;
  readonly clockMs: number;
  readonly free: (wallet: string) => bigint;
  readonly requests: readonly TwinRequest[];
  readonly strangersRequest: number;
  /** Hashes of codes that were issued at some time. */
  readonly codes: readonly string[];
  /** Whether bonuses are given in the wallet that bets are staked from. */
  readonly isStaked: boolean;
}

type Body<Any> = Any extends CashierPlayerCommand ? Omit<Any, Exclude<keyof Command<string>, 'kind'>> : never;

export interface CashierAsk {
  readonly command: CashierPlayerCommand;
  readonly twice: boolean;
}

export function cashierAskOf(index: number, know: CashierKnowledge): CashierAsk {
  const { seed, player, sites } = know;
  const dice = diceFor(seed, 'workload', player, 24_000_000 + index);
  const body = bodyOf(dice, know);
  const print = JSON.stringify(body, (_key, value: unknown) =>
    typeof value === 'bigint' ? `${value}` : value,
  );
  const key = dice.chance(0.04) && index > 0 ? `cash${index - 1}` : `cash${index}`;
  const command = {
    ...body,
    site: siteId(sites > 1 && dice.chance(0.01) ? siteOf(player + 1, sites) : siteOf(player, sites)),
    player: playerId(player),
    session: dice.chance(0.02) ? know.session - 1 : know.session,
    key: { key, fingerprint: print },
  } as CashierPlayerCommand;
  return { command, twice: dice.chance(0.3) };
}

const amountOf = (units: bigint): Amount => units as Amount;

const rateAt = (at: number, numerator = WON_PER_COIN, denominator = 1n): Rate => ({
  numerator: amountOf(numerator * UNIT),
  denominator: amountOf(denominator * UNIT),
  at: at as Millis,
  source: 'sim',
});

function bodyOf(dice: Dice, know: CashierKnowledge): Body<CashierPlayerCommand> {
  const { requests, clockMs } = know;
  const own = requests[dice.below(Math.max(1, requests.length))];
  const isLong = own?.inHandAt !== undefined && clockMs >= own.inHandAt + 900_000;
  if (own !== undefined && isLong && !own.isDisputed && isTrade(own.type) && dice.chance(0.7))
    return { kind: 'DISPUTE_REQUEST', request: own.id };
  if (own !== undefined && dice.chance(0.35)) {
    const request = dice.chance(0.1) ? dice.pick([know.strangersRequest, 0, own.id + 1]) : own.id;
    if (own.type === 'WB' && dice.chance(0.6))
      return { kind: dice.pick(['MARK_PAID', 'DISPUTE_REQUEST']), request };
    return { kind: dice.chance(0.9) ? 'CANCEL_REQUEST' : 'DISPUTE_REQUEST', request };
  }
  const wallet = dice.chance(0.03) ? 'GOLD' : dice.chance(0.85) ? COIN : 'BINARY';
  const step = wallet === 'BINARY' ? UNIT : UNIT / 100n;
  const free = know.free(wallet);
  const edges = [free, free + step, free - step, free / 2n, 3n * UNIT, 20n * UNIT, 40n * UNIT, UNIT] as const;
  const rough = dice.chance(0.06) ? dice.pick([0n, -UNIT, 1n, UNIT + 1n]) : undefined;
  const amount = amountOf(rough ?? (dice.pick(edges) / step) * step);
  const fee = amountOf(dice.pick([0n, UNIT, UNIT / 2n, 7n]));
  const least = amountOf(dice.pick([0n, UNIT, 2n * UNIT]));
  const reserved = amountOf(dice.chance(0.85) ? 0n : dice.pick([UNIT, free, 5n * UNIT]));
  const payout = dice.chance(0.05) ? undefined : 7;
  const rateMs = clockMs - dice.pick([0, 0, 500, 1_000, 30_000, 55_000, 59_990, 60_001]);
  const waits = dice.chance(0.1)
    ? [{ reason: 'PASSWORD', until: (clockMs + dice.pick([-1, 50, 4_000])) as Millis } as const]
    : [];
  const channel = dice.pick(['bank', 'p2p', 'shop', 'p2p', dice.chance(0.1) ? 'No Such' : 'chain']);
  switch (dice.below(9)) {
    case 0: {
      // What limits count of deposits is counted in won.
      const inWon = dice.chance(0.4);
      return inWon
        ? {
            kind: 'ASK_DEPOSIT',
            wallet: STAKED,
            amount: amountOf(dice.pick([1n, 2n, 3n, 20n]) * UNIT),
            least,
            channel,
          }
        : { kind: 'ASK_DEPOSIT', wallet, amount, least, channel };
    }
    case 1:
    case 2:
      return {
        ...{ kind: 'ASK_WITHDRAWAL', wallet, amount, fee, least, channel, payout, waits, reserved },
        // What a level allows: no dice of its own, so that every other choice of a seed stays as it was.
        ...(least === 2n * UNIT ? { most: amountOf(30n * UNIT) } : {}),
      };
    case 3: {
      const won = amountOf(dice.pick([0n, 1_000n, 2_500n, 2_501n, 10_000n, 40n]) * UNIT);
      const coins = won === 0n ? 0n : ((won / WON_PER_COIN) * 100n) / UNIT;
      const shown = amountOf((coins * UNIT) / 100n + dice.pick([0n, 0n, 0n, step, 2n * step]));
      const rest = {
        least,
        shown,
        rate: rateAt(rateMs),
        channel,
        payWithinMs: dice.pick([5_000, 20_000, 60_000]),
      };
      return { kind: 'ASK_PURCHASE', wallet, won, ...rest };
    }
    case 4:
      return {
        kind: 'ASK_SALE',
        wallet,
        amount,
        fee,
        least,
        rate: rateAt(rateMs),
        channel,
        payout,
        waits,
        reserved,
      };
    case 5:
    case 6: {
      const isBack = dice.chance(0.4);
      const [from, to] = isBack ? [COIN, 'BINARY'] : ['BINARY', COIN];
      const most = know.free(from);
      const grid = from === COIN ? UNIT / 100n : UNIT;
      const paid = dice.pick([most, most + grid, most / 3n, most / 5n, most / 2n, 1_000n * UNIT, grid]);
      const rate = isBack ? rateAt(rateMs) : rateAt(rateMs, 1n, WON_PER_COIN);
      return {
        ...{
          kind: 'CONVERT',
          from,
          to: dice.chance(0.03) ? from : to,
          amount: amountOf((paid / grid) * grid),
        },
        ...{ rate, spread: amountOf(dice.pick([0n, UNIT / 200n])), reserved },
        quoteUntil: (clockMs + dice.pick([10, 2_000, 10_000, 10_000, 10_000])) as Millis,
      };
    }
    case 7: {
      if (dice.chance(0.35)) return betweenOwn(dice, know, reserved);
      const recipient = playerId(1 + dice.below(know.players + 1));
      const betweenMembers = dice.chance(0.9);
      const to = dice.chance(0.05) ? 'BINARY' : wallet;
      return { kind: 'TRANSFER_MONEY', from: wallet, to, amount, recipient, betweenMembers, waits, reserved };
    }
    default: {
      const number = dice.below(Math.max(1, know.codes.length));
      const coupon = know.codes[number] ?? 'ff'.repeat(32);
      const usual = know.isStaked && number === STAKED_CODE ? STAKED : COIN;
      return { kind: 'USE_COUPON', coupon, wallet: dice.chance(0.05) ? 'XRP' : usual };
    }
  }
}

const isTrade = (type: string): boolean => type === 'WB' || type === 'WS';

/** Between two wallets of one coin, which count to different places. */
function betweenOwn(
  dice: Dice,
  { player, free }: CashierKnowledge,
  reserved: Amount,
): Body<CashierPlayerCommand> {
  const [from, to] = dice.chance(0.6) ? [COIN, SPARE] : [SPARE, COIN];
  const all = free(from);
  const amount = dice.pick([
    all,
    all + UNIT,
    all / 2n,
    all / 3n,
    UNIT,
    UNIT / 100n,
    UNIT / 10_000n,
    UNIT + 7n,
  ]);
  return {
    ...{ kind: 'TRANSFER_MONEY', from, to, amount: amountOf(amount), recipient: playerId(player) },
    ...{ betweenMembers: dice.chance(0.5), waits: [], reserved },
  };
}
