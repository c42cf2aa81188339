// Follows, copies and records in their wire form.
import type {
  CopyPosition,
  CopyRecord,
  LeadPosition,
  WireFollow,
  WireFollower,
} from '@maru/contract/copytrade/wire';
import { minus, type Rate, toDecimal, ZERO } from '@maru/engine/amount';
import type { CopyFollowChanged } from '@maru/engine/copytrade/events';
import { averageInvested } from '@maru/engine/copytrade/result';
import { dueShare } from '@maru/engine/copytrade/share';
import type { FollowSettings } from '@maru/engine/copytrade/state';
import { entryText } from '@maru/engine/entry';
import type { FuturesPosition } from '@maru/engine/futures/state';
import type { Millis } from '@maru/engine/time';
import type { FuturesInstruments } from '../futures/instruments.ts';
import { wirePosition } from '../futures/wire.ts';
import type { CopyRow, FollowRow } from './follow-store.ts';
import { maskedNick } from './people-store.ts';
import type { RecordRow } from './record-store.ts';

type Traded = Pick<FuturesInstruments, 'traded'>;

export const decimalOrNull = (units: bigint | undefined): string | null =>
  units === undefined ? null : toDecimal(units);

const FINEST = 1e4;

/** A share as percent with four places: what slips away is often a hundredth of a percent. */
export const percentOfRate = (share: Rate): number => Math.round((Number(share) / 1e6) * FINEST) / FINEST + 0;

/** Undefined where the position has been closed since the copy was read. */
export function wireCopy(
  row: CopyRow,
  positions: ReadonlyMap<number, FuturesPosition> | undefined,
  instruments: Traded,
): CopyPosition | undefined {
  const position = positions?.get(row.instrument);
  if (position?.id !== row.position) return undefined;
  const instrument = instruments.traded(row.instrument);
  return {
    traderFollowerId: row.follow,
    futuresFollowerOrderId: row.position,
    futuresTraderOrderId: row.traderPosition,
    futuresOptionId: row.instrument,
    stock: instrument.code,
    qty: toDecimal(row.qty),
    margin: toDecimal(row.margin),
    traderEntryPrice: entryText({ sum: row.leadSum, over: row.leadQty }, instrument.precision),
    openedMillis: row.openedAt,
    position: wirePosition(position, instrument),
  };
}

interface Shown {
  readonly traderNick: string;
  readonly copies: readonly CopyPosition[];
  readonly now: Millis;
}

export const netOfFollow = ({ total, shared }: Pick<FollowRow, 'total' | 'shared'>): string =>
  toDecimal(minus(total, shared));

/** What would be paid now; nothing of one that has ended. */
export const dueOfFollow = (row: Pick<FollowRow, 'state' | 'total' | 'rate' | 'shared'>): string =>
  toDecimal(row.state === 'ENDED' ? ZERO : dueShare(row));

/** How a follow copies: what its follower has chosen. */
const wireSettings = (settings: FollowSettings | Pick<FollowRow, keyof FollowSettings>) => ({
  followStock: [...settings.pairs],
  multiplyPer: settings.multiplyPer,
  maxBet: toDecimal(settings.maxBet),
  oneMaxBet: toDecimal(settings.oneMaxBet),
  isPaused: settings.isPaused,
  maxLeverage: settings.maxLeverage ?? null,
  lossLimit: decimalOrNull(settings.lossLimit),
  entryGuard: decimalOrNull(settings.entryGuard),
  exitGuard: toDecimal(settings.exitGuard),
});

/** From the event and not from the tables: a repeated key gets the first answer again. */
export const wireChanged = ({ follow, settings }: CopyFollowChanged) => ({
  traderFollowerId: follow,
  ...wireSettings(settings),
});

export const wireFollow = (row: FollowRow, { traderNick, copies, now }: Shown): WireFollow => ({
  traderFollowerId: row.id,
  traderId: row.trader,
  traderNick,
  state: row.state,
  ...wireSettings(row),
  shareRate: toDecimal(row.rate),
  total: toDecimal(row.total),
  shared: toDecimal(row.shared),
  due: dueOfFollow(row),
  net: netOfFollow(row),
  usedMargin: toDecimal(row.used),
  averageInvested: toDecimal(averageInvested(row, now)),
  copied: row.copied,
  missed: row.missed,
  startedMillis: row.startedAt,
  endedMillis: row.endedAt ?? null,
  endedBy: row.endedBy ?? null,
  waived: toDecimal(row.waived ?? ZERO),
  copies: [...copies],
});

export const wireFollower = (row: FollowRow, nick: string): WireFollower => ({
  traderFollowerId: row.id,
  nick: maskedNick(nick),
  state: row.state === 'DETACHED' ? 'DETACHED' : 'ACTIVE',
  isPaused: row.isPaused,
  maxBet: toDecimal(row.maxBet),
  usedMargin: toDecimal(row.used),
  net: netOfFollow(row),
  shared: toDecimal(row.shared),
  copied: row.copied,
  missed: row.missed,
  startedMillis: row.startedAt,
});

const CAUSES: Readonly<Record<string, CopyRecord['cause']>> = {
  MIRROR: 'LEAD',
  OWN: 'OWN',
  LOSS_LIMIT: 'LOSS_LIMIT',
  LIQUIDATION: 'LIQUIDATION',
};

export function wireRecord(row: RecordRow, instruments: Traded): CopyRecord {
  const { slippage } = row;
  return {
    id: row.id,
    traderFollowerId: row.follow,
    kind: row.kind,
    cause: CAUSES[row.cause] ?? 'OTHER',
    status: row.reason === undefined ? 'FILLED' : 'MISSED',
    futuresOptionId: row.instrument,
    stock: instruments.traded(row.instrument).code,
    tradeType: row.side,
    // A record of a fill has its number.
    futuresFillId: row.reason === undefined ? row.id : null,
    qty: decimalOrNull(row.qty),
    price: decimalOrNull(row.price),
    traderPrice: decimalOrNull(row.leadPrice),
    slippage: slippage === undefined ? null : percentOfRate(slippage),
    fee: decimalOrNull(row.fee),
    net: decimalOrNull(row.net),
    reason: row.reason ?? null,
    found: decimalOrNull(row.found),
    allowed: decimalOrNull(row.allowed),
    detail: row.detail ?? null,
    sizing: sizingOf(row),
    atMillis: row.at,
  };
}

function sizingOf({ sizing, kind, ofLead }: RecordRow): CopyRecord['sizing'] {
  if (sizing === undefined) return null;
  const decimals = Object.entries(sizing).map(([name, value]) => [
    name,
    typeof value === 'bigint' ? toDecimal(value) : value,
  ]);
  const lead =
    ofLead === undefined
      ? {}
      : kind === 'OPEN'
        ? { traderMargin: toDecimal(ofLead.margin) }
        : { closed: toDecimal(ofLead.closed), of: toDecimal(ofLead.of) };
  return { ...(Object.fromEntries(decimals) as NonNullable<CopyRecord['sizing']>), ...lead };
}

export function wireLeadPosition(position: FuturesPosition, instruments: Traded): LeadPosition {
  const { code, precision } = instruments.traded(position.instrument);
  return {
    futuresTraderOrderId: position.id,
    futuresOptionId: position.instrument,
    stock: code,
    tradeType: position.side,
    leverage: position.leverage,
    marginType: position.marginType,
    entryPrice: entryText(position.entry, precision),
    openedMillis: position.openedAt,
  };
}
