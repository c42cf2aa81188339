// The only writer of the state of copy trading. A loaded state is made by the same calls: traders, then follows, then
// leads in the order of their numbers.
import { assert } from '../assert.ts';
import type { Book } from '../book.ts';
import { carry } from '../digest.ts';
import type { PlayerId } from '../purse.ts';
import { followDigest, leadDigest, traderDigest } from './digest.ts';
import type { CopiedNote, CopytradeEvent, CopytradeNote } from './events.ts';
import { placeAfter } from './find.ts';
import { followMachine } from './machines.ts';
import type { CopyFollow, CopyLead, CopyTrader, CopytradeState, OwnTrade } from './state.ts';

export function applyCopytrade({ copytrade: state }: Pick<Book, 'copytrade'>, event: CopytradeEvent): void {
  switch (event.kind) {
    case 'COPY_TRADER_SET':
      putTrader(state, event.trader);
      detach(state, event.detached);
      return;
    case 'COPY_FOLLOWED':
      assert(!state.byFollower.has(event.follow.follower), 'a follower has one trader');
      putFollow(state, { ...event.follow, copies: new Map() });
      return;
    case 'COPY_FOLLOW_CHANGED': {
      const {
        maxLeverage: _leverage,
        lossLimit: _loss,
        entryGuard: _guard,
        ...kept
      } = loadFollow(state, event.follow);
      putFollow(state, { ...kept, ...event.settings });
      return;
    }
    case 'COPY_MISSED':
      putFollow(state, { ...loadFollow(state, event.follow), handled: event.lead.id });
      return;
    case 'COPY_SHARED':
      putFollow(state, { ...loadFollow(state, event.follow), shared: event.shared });
      return;
    case 'COPY_ENDED':
      endFollow(state, loadFollow(state, event.follow));
      return;
  }
}

export function applyNote({ copytrade: state }: Pick<Book, 'copytrade'>, note: CopytradeNote): void {
  switch (note.kind) {
    case 'LEADS':
      if (note.open !== undefined) trade(state, note.player, note.open);
      for (const lead of note.leads) addLead(state, lead);
      return;
    case 'STOPPED':
      putTrader(state, note.trader);
      return;
    case 'DETACHED':
      detach(state, note.follows);
      return;
    case 'COPIED':
      copied(state, note);
      return;
  }
}

function trade(state: CopytradeState, player: PlayerId, open: readonly OwnTrade[]): void {
  const trader = state.traders.get(player);
  assert(trader !== undefined, 'own trades are those of a trader');
  putTrader(state, withTrades(trader, open));
}

/** Without the field where there is none, as it is read from the tables. */
export function withTrades(trader: CopyTrader, open: readonly OwnTrade[]): CopyTrader {
  const { open: _before, ...kept } = trader;
  return open.length === 0 ? kept : { ...kept, open };
}

function copied(state: CopytradeState, note: CopiedNote): void {
  const follow = loadFollow(state, note.follow);
  const copies = new Map(follow.copies);
  for (const { instrument, copy } of note.copies) {
    if (copy === undefined) copies.delete(instrument);
    else copies.set(instrument, copy);
  }
  const { total, isPaused, handled } = note;
  putFollow(state, { ...follow, total, isPaused, handled, copies });
}

function detach(state: CopytradeState, follows: readonly number[]): void {
  for (const id of follows) {
    const follow = loadFollow(state, id);
    assert(followMachine.next(follow.state, 'DETACH') === 'DETACHED', 'a follow is detached once');
    putFollow(state, { ...follow, state: 'DETACHED' });
  }
}

function addLead(state: CopytradeState, lead: CopyLead): void {
  const trader = state.traders.get(lead.trader);
  assert(trader !== undefined && lead.id > trader.lastLead, 'the leads of a trader rise');
  putTrader(state, { ...trader, lastLead: lead.id });
  putLead(state, lead);
}

function loadFollow({ follows }: CopytradeState, id: number): CopyFollow {
  const follow = follows.get(id);
  assert(follow !== undefined, 'what is changed has not ended');
  return follow;
}

export function putTrader(state: CopytradeState, trader: CopyTrader): void {
  const before = state.traders.get(trader.player);
  state.traders.set(trader.player, trader);
  carry(state.digest, traderDigest, before, trader);
}

export function putFollow(state: CopytradeState, follow: CopyFollow): void {
  const { id, follower, trader } = follow;
  const before = state.follows.get(id);
  state.follows.set(id, follow);
  carry(state.digest, followDigest, before, follow);
  if (before === undefined) {
    state.byFollower.set(follower, id);
    const others = state.byTrader.get(trader);
    if (others === undefined) state.byTrader.set(trader, new Set([id]));
    else others.add(id);
    return;
  }
  assert(follow.handled >= before.handled, 'leads are handled in order');
  stopWaiting(state, before, follow.state === 'ACTIVE' ? follow.handled : undefined);
}

function endFollow(state: CopytradeState, follow: CopyFollow): void {
  const { id, follower, trader, copies } = follow;
  assert(copies.size === 0, 'a follow with open copies does not end');
  assert(followMachine.next(follow.state, 'END') === 'ENDED', 'a follow ends once');
  state.follows.delete(id);
  state.byFollower.delete(follower);
  const others = state.byTrader.get(trader);
  others?.delete(id);
  if (others?.size === 0) state.byTrader.delete(trader);
  carry(state.digest, followDigest, follow, undefined);
  stopWaiting(state, follow, undefined);
}

/** The follow has handled everything up to this lead, or waits for none any more. */
function stopWaiting(
  state: CopytradeState,
  { trader, state: was, handled }: CopyFollow,
  upTo: number | undefined,
): void {
  const leads = was === 'ACTIVE' && upTo !== handled ? state.leads.get(trader) : undefined;
  if (leads === undefined) return;
  for (let place = placeAfter(leads, handled); place < leads.length; place += 1) {
    const pending = leads[place]!;
    if (upTo !== undefined && pending.lead.id > upTo) break;
    pending.waiting -= 1;
  }
  // Who has handled a lead has handled all older ones: the oldest are the first that nobody waits for.
  let done = 0;
  while (leads[done]?.waiting === 0) {
    carry(state.digest, leadDigest, leads[done]!.lead, undefined);
    done += 1;
  }
  leads.splice(0, done);
  if (leads.length === 0) state.leads.delete(trader);
}

/** One that no active follow waits for is not kept. */
export function putLead(state: CopytradeState, lead: CopyLead): void {
  let waiting = 0;
  // Without a generator: there may be ten thousand, and the trader's answer waits for it.
  for (const id of state.byTrader.get(lead.trader) ?? []) {
    const follow = state.follows.get(id);
    if (follow?.state === 'ACTIVE' && follow.handled < lead.id) waiting += 1;
  }
  if (waiting === 0) return;
  const leads = state.leads.get(lead.trader);
  assert((leads?.at(-1)?.lead.id ?? 0) < lead.id, 'leads come in the order of their numbers');
  if (leads === undefined) state.leads.set(lead.trader, [{ lead, waiting }]);
  else leads.push({ lead, waiting });
  carry(state.digest, leadDigest, undefined, lead);
}
