// The reply of the exposure page.
import type { ReplyOf } from '@maru/contract/call';
import type { riskExposure } from '@maru/contract/risk/exposure';
import { toDecimal, toPlaces } from '@maru/engine/amount';
import type { SiteId } from '@maru/engine/purse';
import { koreanDay } from '@maru/engine/time';
import type { ExposedRound } from '../product/exposure.ts';
import { figuresOf, type InstrumentFigures } from './figures.ts';
import { wirePosition } from './lists.ts';
import { skewOf } from './readings.ts';
import type { Names, RouteParts } from './reply-parts.ts';
import type { ValuedAccount } from './valued-accounts.ts';
import { percentOf, sharePercent, wireLimits, won } from './wire.ts';

const MOST_ROUNDS = 20;

export async function exposureReply(
  { exposures, accounts, roundsOf, limits, trend }: RouteParts,
  names: Names,
  { site, product }: { readonly site: SiteId; readonly product: string | undefined },
): Promise<ReplyOf<typeof riskExposure>> {
  const snapshot = await accounts.newest();
  const all = snapshot.bySite.get(site) ?? [];
  const rows = product === undefined ? all : all.filter((row) => row.product === product);
  const figures = await figuresOf(rows, snapshot.worth);
  const hasRounds = exposures.some(
    (view) => view.rounds !== undefined && (product ?? view.product) === view.product,
  );
  const rounds = hasRounds ? await roundsOf(site) : [];
  const memberOf = await names.members(
    site,
    figures.nearest.map(({ account }) => account.player),
  );
  const wireAccount = ({ product: of, account, currency, room }: ValuedAccount) => ({
    ...memberOf(account.player),
    product: of,
    walletType: account.wallet,
    currency,
    positions: account.positions.map((position) => wirePosition(position, names.instrument)),
    roomPercent: percentOf(room),
    pnl: toDecimal(account.positions.reduce((sum, { pnl }) => sum + pnl, 0n)),
  });
  return {
    atMillis: snapshot.at,
    products: exposures
      .filter(({ holdings, rounds: ofProduct }) => holdings !== undefined || ofProduct !== undefined)
      .map((view) => view.product),
    isPartial: snapshot.isPartial,
    gross: won(figures.gross),
    net: won(figures.net),
    pnl: won(figures.pnl),
    margin: won(figures.margin),
    equity: won(figures.equity),
    marginUsePercent: sharePercent(figures.margin, figures.equity),
    accounts: figures.accounts,
    near: { accounts: figures.near.accounts, gross: won(figures.near.gross) },
    instruments: figures.instruments.map((each) => wireInstrument(each, names)),
    rooms: figures.rooms.map(({ from, to, accounts: count }) => ({ from, to: to ?? null, accounts: count })),
    trend: trend
      .since(site, koreanDay(snapshot.at), product)
      .map(({ at, net }) => ({ atMillis: at, net: won(net) })),
    nearest: figures.nearest.map(wireAccount),
    rounds: rounds.slice(0, MOST_ROUNDS).map((round) => wireRound(round, names)),
    limits: wireLimits(limits.of(site)),
  };
}

const wireInstrument = (each: InstrumentFigures, names: Names) => ({
  product: each.product,
  instrumentId: each.instrument,
  ...names.instrument(each.instrument),
  long: won(each.long),
  short: won(each.short),
  net: won(each.long - each.short),
  pnl: won(each.pnl),
  accounts: each.accounts,
  largestPercent: percentOf(each.largest),
  hhi: each.hhi,
});

const wireRound = ({ sides, ...round }: ExposedRound, names: Names) => ({
  roundId: round.id,
  type: round.type,
  ...names.instrument(round.instrument ?? 0),
  closesMillis: round.closesAt,
  players: round.players,
  up: sides === undefined ? null : won(sides.up),
  down: sides === undefined ? null : won(sides.down),
  stakes: won(round.stakes),
  payoutMost: won(round.payoutMost),
  lossMost: won(round.lossMost),
  skewPercent: sides === undefined ? null : toDecimal(toPlaces(skewOf(sides) ?? 0n, 2, 'half-even')),
});
