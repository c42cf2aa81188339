// What would happen if prices moved: every account is judged at the supposed prices, and whatever would be closed is
// decided by the engine's own rules on copies of the accounts. In slices, one test at a time; the desk is not asked.
import { type Amount, divide, ONE, type Rate, ZERO } from '@maru/engine/amount';
import type { PlayerId, SiteId } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import type {
  ExposedAccount,
  ExposedHoldings,
  ExposedPosition,
  Shock,
  ValuedHoldings,
} from '../product/exposure.ts';
import { currencyOf, inSlices, type RiskParts } from './valued-accounts.ts';
import { type WonWorth, wonWorth } from './worth.ts';

/** Shares by which prices move: 0 leaves one where it is. */
export interface Moves {
  readonly byInstrument: ReadonlyMap<number, Rate>;
  readonly won: Rate;
  readonly slippage: Rate;
  /** The share by which a hundred million won of liquidations move a price further. */
  readonly impact: Rate;
}

export interface StressedAccount {
  readonly product: string;
  readonly player: PlayerId;
  readonly positions: readonly ExposedPosition[];
  /** In hundredths of the whole move. */
  readonly reachedAt: number;
  /** Of its largest position. */
  readonly reachedMove: Rate;
  /** In won. */
  readonly loss: bigint;
  readonly shortfall: bigint;
}

export interface Stressed {
  readonly isPartial: boolean;
  readonly accounts: number;
  /** Who is closed first comes first. */
  readonly closed: readonly StressedAccount[];
  readonly gains: bigint;
  readonly losses: bigint;
  readonly shortfall: bigint;
  readonly nets: ReadonlyMap<number, { before: bigint; after: bigint }>;
  /** Won by instrument that is bought to close shorts, below zero sold to close longs. */
  readonly pushes: ReadonlyMap<number, bigint>;
}

const STEPS = 100;

const shockAt = ({ byInstrument, won, slippage }: Moves, step: number): Shock => {
  const part = (share: Rate): Rate =>
    (ONE + divide(share * BigInt(step), BigInt(STEPS), 'half-even')) as Rate;
  return {
    priceOf: (instrument) => part(byInstrument.get(instrument) ?? (0n as Rate)),
    won: part(won),
    slippage,
  };
};

/** A state of one test: sums of what members gain and lose. */
interface Sums {
  isPartial: boolean;
  accounts: number;
  gains: bigint;
  losses: bigint;
  shortfall: bigint;
  readonly nets: Map<number, { before: bigint; after: bigint }>;
  readonly pushes: Map<number, bigint>;
  readonly closed: StressedAccount[];
}

export async function stress(
  { exposures, rates, sites, instruments }: RiskParts,
  site: SiteId,
  moves: Moves,
  now: Millis,
): Promise<Stressed> {
  const [before, after] = [
    wonWorth(rates, instruments, { now }),
    wonWorth(rates, instruments, { now, shock: shockAt(moves, STEPS) }),
  ];
  const sums: Sums = {
    isPartial: false,
    accounts: 0,
    gains: 0n,
    losses: 0n,
    shortfall: 0n,
    nets: new Map(),
    pushes: new Map(),
    closed: [],
  };
  for (const { product, holdings } of exposures) {
    if (holdings === undefined) continue;
    const path = pathOf(holdings, moves, now);
    const current = holdings.valuedAt(now);
    await inSlices(holdings.players(), (player) => {
      const supposed = path(STEPS)
        .accountsOf(player)
        .filter((each) => each.site === site);
      const [first] = supposed;
      if (first === undefined) return;
      const currency = currencyOf(sites, first);
      if (currency === undefined || after.of(ONE as bigint as Amount, currency) === undefined) {
        sums.isPartial = true;
        return;
      }
      judge(sums, {
        product,
        player,
        supposed,
        current: current.accountsOf(player),
        path,
        before,
        after,
        sites,
      });
    });
  }
  sums.closed.sort(
    (a, b) =>
      a.reachedAt - b.reachedAt || (a.loss === b.loss ? a.player - b.player : a.loss > b.loss ? -1 : 1),
  );
  return sums;
}

type Path = (step: number) => ValuedHoldings;

/** The prices on the way, each step looked up once. */
function pathOf(holdings: ExposedHoldings, moves: Moves, now: Millis): Path {
  const known = new Map<number, ValuedHoldings>();
  return (step) => {
    const found = known.get(step) ?? holdings.valuedAt(now, shockAt(moves, step));
    known.set(step, found);
    return found;
  };
}

interface Judged {
  readonly product: string;
  readonly player: PlayerId;
  readonly supposed: readonly ExposedAccount[];
  readonly current: readonly ExposedAccount[];
  readonly path: Path;
  readonly before: WonWorth;
  readonly after: WonWorth;
  readonly sites: RiskParts['sites'];
}

function judge(sums: Sums, judged: Judged): void {
  const { product, player, supposed, current, path, before, after, sites } = judged;
  sums.accounts += supposed.length;
  const closedIds = new Set<number>();
  const closings = supposed.some(isUnder) ? path(STEPS).closedOf(player) : [];
  for (const { positions, change, shortfall } of closings) {
    for (const id of positions) closedIds.add(id);
    const account = supposed.find((each) => each.positions.some(({ id }) => positions.includes(id)));
    if (account === undefined) continue;
    const currency = currencyOf(sites, account) ?? '';
    const won = (amount: Amount): bigint => after.of(amount, currency) ?? 0n;
    sums.shortfall += won(shortfall);
    sums.closed.push({
      product,
      player,
      positions: account.positions.filter(({ id }) => positions.includes(id)),
      ...reached(account, current, judged),
      loss: won(change),
      shortfall: won(shortfall),
    });
  }
  for (const account of supposed) {
    const currency = currencyOf(sites, account) ?? '';
    for (const position of account.positions) {
      const was = positionIn(current, position.id);
      const change =
        (after.of(position.pnl, currency) ?? ZERO) - (before.of(was?.pnl ?? ZERO, currency) ?? ZERO);
      if (change > 0n) sums.gains += change;
      else sums.losses -= change;
      const net = sums.nets.get(position.instrument) ?? { before: 0n, after: 0n };
      sums.nets.set(position.instrument, net);
      const sign = position.side === 'LONG' ? 1n : -1n;
      net.before += sign * (before.of(was?.value ?? ZERO, currency) ?? ZERO);
      const worth = after.of(position.value, currency) ?? ZERO;
      if (!closedIds.has(position.id)) net.after += sign * worth;
      else sums.pushes.set(position.instrument, (sums.pushes.get(position.instrument) ?? 0n) - sign * worth);
    }
  }
}

const isUnder = ({ equity, floor }: Pick<ExposedAccount, 'equity' | 'floor'>): boolean => equity <= floor;

const positionIn = (accounts: readonly ExposedAccount[], id: number): ExposedPosition | undefined => {
  for (const { positions } of accounts) for (const each of positions) if (each.id === id) return each;
  return undefined;
};

/** The first step of the way at which it is closed: halved, because an account that has fallen short stays so. */
function reached(
  account: ExposedAccount,
  current: readonly ExposedAccount[],
  { player, path }: Pick<Judged, 'player' | 'path'>,
): Pick<StressedAccount, 'reachedAt' | 'reachedMove'> {
  const id = account.positions[0]?.id;
  const isUnderAt = (step: number): boolean => {
    const there = path(step)
      .accountsOf(player)
      .find((each) => each.positions.some((position) => position.id === id));
    return there !== undefined && isUnder(there);
  };
  let [safe, short] = [-1, STEPS];
  while (short - safe > 1) {
    const middle = Math.floor((safe + short) / 2);
    if (isUnderAt(middle)) short = middle;
    else safe = middle;
  }
  const largest = account.positions.reduce((a, b) => (b.value > a.value ? b : a));
  const now = positionIn(current, largest.id)?.price ?? largest.price;
  const then = path(short)
    .accountsOf(player)
    .flatMap(({ positions }) => positions)
    .find((position) => position.id === largest.id);
  const reachedMove = now === 0n ? 0n : divide(((then?.price ?? now) - now) * ONE, now, 'half-even');
  return { reachedAt: short, reachedMove: reachedMove as Rate };
}
