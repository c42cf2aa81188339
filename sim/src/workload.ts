// The commands of the players. Each persona draws its commands from the seed, the player and the command's number, with
// values at the edges far more often than chance would have them.
import type { Amount } from '@maru/engine/amount';
import type { AnyCommand } from '@maru/engine/products';
import { playerId, siteId } from '@maru/engine/purse';
import { type Dice, diceFor } from './dice.ts';

export const personas = ['trader', 'double-tapper', 'liar', 'churner', 'operator', 'forgetful'] as const;
export type Persona = (typeof personas)[number];

export interface Sender {
  readonly player: number;
  readonly sites: number;
  readonly session: number;
}

/** What a player knows when it sends a command. */
interface Knowledge extends Sender {
  readonly seed: number;
  readonly players: number;
  readonly holds: readonly number[];
  readonly free: (wallet: string) => bigint;
  /** A hold that belongs to somebody else. */
  readonly strangersHold: number;
}

type Ask =
  | { readonly kind: 'command'; readonly command: AnyCommand; readonly twice: boolean }
  | { readonly kind: 'read' }
  | { readonly kind: 'list' };

const UNIT = 100_000_000n;
const WALLETS = [
  { type: 'BINARY', currency: 'KRW', places: 0 },
  { type: 'FUTURES', currency: 'USDT', places: 8 },
  { type: 'BTC', currency: 'BTC', places: 4 },
] as const;
/** Wallets that only products use. */
const MORE_WALLETS = [
  { type: 'ETH', currency: 'ETH', places: 8 },
  { type: 'XRP', currency: 'XRP', places: 8 },
  { type: 'DOGE', currency: 'DOGE', places: 2 },
  // A second one of a currency, which counts finer.
  { type: 'SPARE', currency: 'DOGE', places: 4 },
] as const;
/** Beyond what a floating-point number counts exactly. */
const MOST = 200_000_000n * UNIT;

/** In some worlds two accounts are enough for the house to owe more than 2^63 units. */
const RICH = 80_000_000_000n;

export const siteOf = (player: number, sites: number) => (player % sites) + 1;

/** Worlds whose players tried a round before they had an account. */
const isTryingWorld = (seed: number) => diceFor(seed, 'workload', 0, 4_000_000).chance(0.1);

export const roleOf = (seed: number, player: number): 'PARTNER' | 'PLAYER' =>
  diceFor(seed, 'workload', player, 2_000_000).chance(0.04) ? 'PARTNER' : 'PLAYER';

/** The account's opening. The second one has another key, and sometimes the same key with another body. */
export function openAccount(seed: number, player: number, sites: number, which: number): AnyCommand {
  const dice = diceFor(seed, 'workload', player, 1_000_000 + which);
  const isRich = diceFor(seed, 'workload', 0, 3_000_000).chance(0.1);
  const wallets = [...WALLETS, ...MORE_WALLETS].map((wallet) => ({
    ...wallet,
    credit: (dice.pick([0n, 1n, isRich ? RICH : 500n]) * UNIT) as Amount,
  }));
  // Some open with a round that was tried before; its wallet may have been credited with less than it lost.
  const tried = diceFor(seed, 'workload', player, 4_000_000);
  const trial =
    isTryingWorld(seed) && tried.chance(0.7)
      ? { id: player, wallet: WALLETS[0].type, profit: (tried.pick([0n, 2n, -2n, 9n]) * UNIT) as Amount }
      : undefined;
  const key = which === 2 ? 'open-0' : `open-${which}`;
  return {
    kind: 'OPEN_ACCOUNT',
    site: siteId(siteOf(player, sites)),
    player: playerId(player),
    role: roleOf(seed, player),
    wallets,
    ...(trial === undefined ? {} : { trial }),
    key: { key, fingerprint: `open ${which} ${wallets.map((wallet) => wallet.credit).join(' ')}` },
  };
}

export function askOf(persona: Persona, index: number, know: Knowledge): Ask {
  const dice = diceFor(know.seed, 'workload', know.player, index);
  switch (persona) {
    case 'trader':
      if (dice.chance(0.2)) return { kind: dice.chance(0.5) ? 'read' : 'list' };
      return command(trade(dice, know), know, `k${index}`);
    case 'double-tapper': {
      // The same key for two requests; sometimes the key of the request before with a body of its own.
      const old = dice.chance(0.15) && index > 0;
      return { ...command(trade(dice, know), know, `k${old ? index - 1 : index}`), twice: dice.chance(0.7) };
    }
    case 'liar':
      return command(lie(dice, know), know, dice.chance(0.1) ? oddText(dice) + index : `k${index}`, dice);
    case 'churner':
      if (dice.chance(0.7)) return { kind: dice.chance(0.5) ? 'read' : 'list' };
      return command(trade(dice, know), know, `k${index}`);
    case 'operator':
      if (dice.chance(0.6)) return command(trade(dice, know), know, `k${index}`);
      return { kind: 'command', command: operate(dice, know, index), twice: dice.chance(0.2) };
    case 'forgetful':
      // Uses its keys in a cycle: those of the second time were answered long ago.
      return command(trade(dice, know), know, `k${index % 270}`);
  }
}

type Body =
  | { readonly kind: 'REFILL_PRACTICE'; readonly wallet: string; readonly amount: bigint }
  | {
      readonly kind: 'HOLD_FUNDS';
      readonly wallet: string;
      readonly amount: bigint;
      readonly purpose: string;
    }
  | { readonly kind: 'RELEASE_FUNDS'; readonly hold: number };

function command(body: Body, know: Knowledge, key: string, liar?: Dice) {
  const foreign = liar?.chance(0.05) && know.sites > 1;
  const site = siteId(siteOf(foreign ? know.player + 1 : know.player, know.sites));
  const session = liar?.chance(0.1) ? liar.pick([know.session - 1, know.session + 1, 0, -1]) : know.session;
  const fingerprint = Object.values(body).join(' ');
  const common = { site, player: playerId(know.player), session, key: { key, fingerprint } };
  const most = MOST as Amount;
  const asked = (
    body.kind === 'REFILL_PRACTICE' ? { ...body, most, ...common } : { ...body, ...common }
  ) as AnyCommand;
  return { kind: 'command', command: asked, twice: false } as const;
}

function trade(dice: Dice, know: Knowledge): Body {
  const wallet = dice.pick(WALLETS);
  const step = 10n ** BigInt(8 - wallet.places);
  const free = know.free(wallet.type);
  const hold = know.holds[dice.below(Math.max(1, know.holds.length))];
  if (hold !== undefined && dice.chance(0.45)) return { kind: 'RELEASE_FUNDS', hold };
  if (free > 0n && dice.chance(0.65)) {
    const part = dice.chance(0.2) ? free : (free * BigInt(1 + dice.below(60))) / 100n;
    const amount = (part / step) * step;
    return { kind: 'HOLD_FUNDS', wallet: wallet.type, amount: amount > 0n ? amount : step, purpose: 'bet' };
  }
  const amount = BigInt(1 + dice.below(1_000)) * step * (dice.chance(0.5) ? 1n : 1_000n);
  return { kind: 'REFILL_PRACTICE', wallet: wallet.type, amount };
}

function lie(dice: Dice, know: Knowledge): Body {
  const wallet = dice.chance(0.1) ? dice.pick(['', 'GOLD', '__proto__', 'futures']) : dice.pick(WALLETS).type;
  const free = know.free(wallet);
  const edges = [0n, 1n, -1n, UNIT - 1n, UNIT, UNIT + 1n, free, free + 1n, free - 1n, -free] as const;
  const far = [
    MOST - 1n,
    MOST,
    MOST + 1n,
    MOST + UNIT,
    2n ** 53n + 1n,
    2n ** 63n,
    2n ** 64n,
    10n ** 30n,
  ] as const;
  const amount = dice.chance(0.6) ? dice.pick(edges) : dice.pick(far);
  const draw = dice.below(10);
  if (draw < 3) return { kind: 'REFILL_PRACTICE', wallet, amount };
  if (draw < 7) return { kind: 'HOLD_FUNDS', wallet, amount, purpose: oddText(dice) };
  const own = know.holds[0] ?? 1;
  const hold = dice.pick([own, know.strangersHold, 0, -1, own + 0.5, Number.MAX_SAFE_INTEGER, Number.NaN]);
  return { kind: 'RELEASE_FUNDS', hold };
}

const oddText = (dice: Dice) =>
  dice.pick([
    '',
    '~1',
    '~~',
    '"',
    '\\',
    '\n',
    '한글',
    '\u0000',
    '\ud800',
    'x'.repeat(300),
    '{"a":1}',
    '주문 "1"\n',
  ]);

const senderOf = ({ player, sites, session }: Sender) => ({
  site: siteId(siteOf(player, sites)),
  player: playerId(player),
  session,
});

/** A player with too little for a bet sends a refill first. */
export const refillFor = (who: Sender, wallet: string, index: number): AnyCommand => ({
  kind: 'REFILL_PRACTICE',
  ...senderOf(who),
  wallet,
  amount: (60n * UNIT) as Amount,
  most: MOST as Amount,
  key: { key: `r${index}`, fingerprint: `refill ${wallet}` },
});

/** Holds all of it: what is taken back later is then no longer there. */
export const holdAll = (who: Sender, wallet: string, free: bigint, index: number): AnyCommand => ({
  kind: 'HOLD_FUNDS',
  ...senderOf(who),
  wallet,
  amount: free as Amount,
  purpose: 'order',
  key: { key: `h${index}`, fingerprint: `hold ${wallet} ${free}` },
});

/** Gives what is held back again. */
export const releaseOf = (who: Sender, hold: number, index: number): AnyCommand => ({
  kind: 'RELEASE_FUNDS',
  ...senderOf(who),
  hold,
  key: { key: `f${index}`, fingerprint: `release ${hold}` },
});

function operate(dice: Dice, know: Knowledge, index: number): AnyCommand {
  const player = playerId(1 + dice.below(know.players));
  const kind = dice.pick(['BLOCK_ACCOUNT', 'UNBLOCK_ACCOUNT', 'UNBLOCK_ACCOUNT', 'END_SESSIONS'] as const);
  const request = { kind, site: siteId(siteOf(player, know.sites)), player };
  // Some of the platform's own commands carry no key.
  return dice.chance(0.3)
    ? request
    : { ...request, key: { key: `o${know.player}.${index}`, fingerprint: kind } };
}
