// Traders, follows, copies and leads in the book's digest and in its description.
import { toDecimal } from '../amount.ts';
import {
  addNumber,
  addOptional,
  addText,
  addUnits,
  begin,
  COPY_FOLLOW,
  COPY_LEAD,
  COPY_OPEN,
  COPY_TRADER,
  finish,
} from '../digest.ts';
import type { Copy, CopyFollow, CopyLead, CopyTrader, CopytradeState } from './state.ts';

export function traderDigest(trader: CopyTrader): bigint {
  begin(COPY_TRADER);
  addNumber(trader.player);
  addNumber(trader.site);
  addText(trader.status);
  addNumber(trader.isAccepting ? 1 : 0);
  addNumber(trader.quota);
  addUnits(trader.rate);
  addPairs(trader.pairs);
  addNumber(trader.since);
  addOptional(trader.deletedOn);
  addNumber(trader.lastLead);
  for (const { instrument, position, cash } of trader.open ?? []) {
    addNumber(instrument);
    addNumber(position);
    addUnits(cash);
  }
  if (trader.isHeld) addText('HELD');
  return finish();
}

/** With its copies, each of which is hashed by itself: their order says nothing. */
export function followDigest(follow: CopyFollow): bigint {
  begin(COPY_FOLLOW);
  addNumber(follow.id);
  addNumber(follow.site);
  addNumber(follow.follower);
  addNumber(follow.trader);
  addText(follow.state);
  addPairs(follow.pairs);
  addNumber(follow.multiplyPer);
  addNumber(follow.isPaused ? 1 : 0);
  addUnits(follow.maxBet);
  addUnits(follow.oneMaxBet);
  addOptional(follow.maxLeverage);
  addUnits(follow.lossLimit ?? -1n);
  addUnits(follow.entryGuard ?? -1n);
  addUnits(follow.exitGuard);
  addUnits(follow.rate);
  addUnits(follow.total);
  addUnits(follow.shared);
  addNumber(follow.handled);
  addNumber(follow.startedAt);
  let sum = finish();
  for (const copy of follow.copies.values()) sum += copyDigest(follow.id, copy);
  return sum;
}

function copyDigest(follow: number, copy: Copy): bigint {
  begin(COPY_OPEN);
  addNumber(follow);
  addNumber(copy.instrument);
  addNumber(copy.position);
  addNumber(copy.traderPosition);
  addUnits(copy.qty);
  addUnits(copy.margin);
  addNumber(copy.openedAt);
  return finish();
}

export function leadDigest(lead: CopyLead): bigint {
  begin(COPY_LEAD);
  addNumber(lead.id);
  addNumber(lead.trader);
  addNumber(lead.event);
  addText(lead.kind);
  addNumber(lead.instrument);
  addText(lead.side);
  addUnits(lead.price);
  addNumber(lead.leverage);
  addText(lead.marginType);
  addUnits(lead.margin);
  addUnits(lead.closed);
  addUnits(lead.of);
  addNumber(lead.position);
  addNumber(lead.at);
  return finish();
}

function addPairs(pairs: readonly number[]): void {
  addNumber(pairs.length);
  for (const pair of pairs) addNumber(pair);
}

export function weighCopytrade({ traders, follows, leads, digest }: CopytradeState): bigint {
  let sum = 0n;
  for (const trader of traders.values()) sum += traderDigest(trader);
  for (const follow of follows.values()) sum += followDigest(follow);
  for (const pending of leads.values()) for (const { lead } of pending) sum += leadDigest(lead);
  digest[0] = sum;
  return digest[0];
}

export function* describeCopytrade({ traders, follows, leads }: CopytradeState): Iterable<string> {
  for (const each of traders.values())
    yield `copy trader ${each.player} ${each.site} ${each.status} ${each.isAccepting} ${each.quota} ${toDecimal(each.rate)} [${each.pairs}] since ${each.since} ${each.isHeld ? 'held ' : ''}deleted ${each.deletedOn ?? '-'} lead ${each.lastLead} trades [${describeTrades(each)}]`;
  for (const each of follows.values()) {
    yield `copy follow ${each.id} ${each.site} ${each.follower}>${each.trader} ${each.state} ${describeSettings(each)} rate ${toDecimal(each.rate)} total ${toDecimal(each.total)} shared ${toDecimal(each.shared)} handled ${each.handled} since ${each.startedAt}`;
    for (const copy of each.copies.values())
      yield `copy of ${each.id} ${copy.instrument} ${copy.position} ${copy.traderPosition} ${toDecimal(copy.qty)} ${toDecimal(copy.margin)} ${copy.openedAt}`;
  }
  for (const pending of leads.values())
    for (const { lead, waiting } of pending)
      yield `copy lead ${lead.id} ${lead.trader} ${lead.event} ${lead.kind} ${lead.instrument} ${lead.side} ${toDecimal(lead.price)} ${lead.leverage} ${lead.marginType} ${toDecimal(lead.margin)} ${toDecimal(lead.closed)}/${toDecimal(lead.of)} ${lead.position} ${lead.at} waits ${waiting}`;
}

const describeTrades = ({ open = [] }: CopyTrader): string =>
  open.map(({ instrument, position, cash }) => `${instrument} ${position} ${toDecimal(cash)}`).join(', ');

function describeSettings(follow: CopyFollow): string {
  const { pairs, multiplyPer, isPaused, maxBet, oneMaxBet, maxLeverage, exitGuard } = follow;
  const optional = (units: bigint | undefined) => (units === undefined ? '-' : toDecimal(units));
  return `[${pairs}] ${multiplyPer}% ${isPaused} ${toDecimal(maxBet)}/${toDecimal(oneMaxBet)} ${maxLeverage ?? '-'} ${optional(follow.lossLimit)} ${optional(follow.entryGuard)} ${toDecimal(exitGuard)}`;
}
