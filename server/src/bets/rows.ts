// What happens to bets and their rounds, collected over a run of events. A bet is one final row; the changes of a round
// are merged, so that many payments of a round are one statement.
import { assert } from '@maru/engine/assert';
import type { TickRef } from '@maru/engine/market/tick';
import type { SiteId } from '@maru/engine/purse';
import { roundKeyOf } from '@maru/engine/rounds/round';
import type { BetEvent, PaymentEvent } from '@maru/engine/rounds/round-events';
import { later } from '@maru/engine/time';
import type { Present, RowOf } from '../shadow/table.ts';
import type { bets, rounds } from './tables.ts';

export type BetRow = Omit<RowOf<typeof bets>, 'profit' | 'currency' | 'places'>;
type RoundRow = RowOf<typeof rounds>;

/** The fields of the first bet that are the same for all bets of a round. */
export type RoundTerms = Pick<RoundRow, 'strikeMode' | 'precision' | 'staleMs'>;

/** The bets of a run of events on one round: the first of them may create the round. */
type PlacedBets = Pick<RoundRow, 'offer' | 'type' | 'open' | 'close'> &
  RoundTerms & { bets: number; stake: bigint };

export type RoundEnd = Pick<
  RoundRow,
  | 'status'
  | 'voidReason'
  | 'openTickAt'
  | 'openTickSeq'
  | 'openPrice'
  | 'closeTickAt'
  | 'closeTickSeq'
  | 'closePrice'
  | 'tickCount'
  | 'winners'
> &
  Present<RoundRow, 'frozenEvent' | 'frozenAt'>;

type RoundVoid = Present<
  RoundRow,
  'voidedEvent' | 'voidedAt' | 'voidText' | 'voidRequestedBy' | 'voidApprovedBy'
>;

/** All that happened to one round of one site. */
export interface RoundChange {
  readonly site: SiteId;
  readonly round: number;
  placed: PlacedBets | undefined;
  end: RoundEnd | undefined;
  voided: RoundVoid | undefined;
  /** Players paid, before the void of this run if there is one, and after it. */
  paid: number;
  paidAfterVoid: number;
  /** The payment after which every player is paid, unless a void came after it. */
  settled: number | undefined;
  /** There was such a payment, void or not. */
  wasSettled: boolean;
}

export interface RoundTickRow {
  readonly site: SiteId;
  readonly round: number;
  readonly tick: TickRef;
}

export interface BetRows {
  readonly bets: BetRow[];
  readonly rounds: Map<string, RoundChange>;
  readonly roundTicks: RoundTickRow[];
}

export const noBetRows = (): BetRows => ({ bets: [], rounds: new Map(), roundTicks: [] });

/** What was bet on and at which rate, and how long after its opening the round closes. */
type Placed = Pick<BetRow, 'pick' | 'rate'> & { readonly lengthMs: number };

export function addBetRow(
  rows: BetRows,
  event: BetEvent<string>,
  { pick, rate, lengthMs }: Placed,
  terms: RoundTerms,
): void {
  const [step] = event.steps;
  const key = roundKeyOf(event.round);
  assert(step !== undefined && key !== undefined, 'a bet has its player and its round');
  const { id, site, round, type, stake, wallet, acceptedAt } = event;
  const times = { ...key, close: later(key.open, lengthMs) };
  rows.bets.push({
    id,
    site,
    round,
    player: step.player,
    ...times,
    type,
    pick,
    stake,
    rate,
    wallet,
    acceptedAt,
  });
  const change = changeOf(rows, { site, round });
  change.placed ??= { ...times, type, ...terms, bets: 0, stake: 0n };
  change.placed.bets += 1;
  change.placed.stake += stake;
}

export function addPayment(change: RoundChange, { id, shares, steps, isLast }: PaymentEvent<string>): void {
  const players = shares?.players ?? steps.length;
  if (change.voided === undefined) change.paid += players;
  else change.paidAfterVoid += players;
  if (!isLast) return;
  change.settled = id;
  change.wasSettled = true;
}

export function changeOf(
  rows: BetRows,
  { site, round }: { readonly site: SiteId; readonly round: number },
): RoundChange {
  const name = `${site}/${round}`;
  const known = rows.rounds.get(name);
  if (known !== undefined) return known;
  const fresh: RoundChange = {
    site,
    round,
    placed: undefined,
    end: undefined,
    voided: undefined,
    paid: 0,
    paidAfterVoid: 0,
    settled: undefined,
    wasSettled: false,
  };
  rows.rounds.set(name, fresh);
  return fresh;
}
