// Every lead of a trader reaches every active follow, in order and once (docs/rules.md 5.3, 5.4). The list of what is to be
// done is the state itself: a follow that has not handled its next lead. Here is only which of them were sent already,
// which of them wait for a price, and whose turn it is.

import type { MirrorLead } from '@maru/engine/copytrade/commands';
import { activeFollowsOf, nextLead } from '@maru/engine/copytrade/find';
import { worseBy } from '@maru/engine/copytrade/size';
import type { CopyFollow, CopyLead, CopytradeState } from '@maru/engine/copytrade/state';
import { instrumentEntryGuard, PATIENCE_MS } from '@maru/engine/copytrade/terms';
import { isFresh } from '@maru/engine/futures/standing';
import { marketPrice, otherSide } from '@maru/engine/futures/terms';
import type { PlayerId } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import type { Outcome } from '../desk/desk.ts';
import type { ProductParts } from '../product/server-product.ts';
import type { CopyNews } from './copied-state.ts';
import { type CopyPrices, copyPricesAt } from './copy-prices.ts';
import type { CommandSource, Sent } from './dispatch.ts';
import { createTurns } from './turns.ts';

export interface Mirror extends CommandSource {
  /** Everything that waits in the state as it was loaded. */
  begin(): void;
  /** Called with what an event said, after the state was updated with it. */
  follow(news: CopyNews): void;
  /** A price came: what waits for one may be tried again. */
  tick(instrument: number): void;
  /** Funding was paid: what waits for it may be tried again. */
  funded(instrument: number): void;
  stats(): { readonly queued: number; readonly waiting: number };
}

/** Of a follow with something to handle. NEXT: its turn will come. SENT: the desk decides. PRICE, FUNDING: it waits. */
type Stage = 'NEXT' | 'SENT' | 'PRICE' | 'FUNDING';

/** After an answer that says nothing: the desk may be loading its book. */
const AGAIN_MS = 250;
/** Funding that is late is looked for again, beside being told. */
const FUNDING_MS = 2_000;

/** What a follow handles next. */
interface Pending {
  readonly follow: CopyFollow;
  readonly lead: CopyLead;
}

/** A price that the desk would only wait on again is not sent: thousands may wait on every tick. */
function isWorthTrying({ follow, lead }: Pending, prices: CopyPrices, now: Millis): boolean {
  if (now - lead.at >= PATIENCE_MS) return true;
  const traded = prices.of(follow.site, lead.instrument);
  if (traded === undefined || !isFresh(traded.quote, traded.terms, now)) return false;
  if (lead.kind === 'OPEN') return true;
  const side = otherSide(lead.side);
  return worseBy(side, marketPrice(side, traded.quote), lead.price) <= follow.exitGuard;
}

/** Undefined where the site does not trade the instrument now. */
function mirrorCommand({ follow, lead }: Pending, prices: CopyPrices): MirrorLead | undefined {
  const { id, site, follower } = follow;
  const traded = prices.of(site, lead.instrument);
  if (traded === undefined) return undefined;
  const { stock, terms, quote } = traded;
  return {
    kind: 'MIRROR_LEAD',
    site,
    player: follower,
    follow: id,
    lead: lead.id,
    terms,
    quote,
    priced: prices.backing(site, follower),
    entryGuard: instrumentEntryGuard(stock),
  };
}

export function createMirror(parts: {
  readonly state: CopytradeState;
  readonly prices: Parameters<typeof copyPricesAt>[0]['prices'];
  readonly ground: Parameters<typeof copyPricesAt>[0]['ground'];
  readonly time: ProductParts['time'];
  readonly wake: () => void;
}): Mirror {
  const { state, time, wake } = parts;
  const stages = new Map<number, Stage>();
  /** Traders with a new lead and its event: the followers are listed when something is sent, after the trader was answered. */
  const unlisted = new Map<PlayerId, number>();
  const turns = createTurns();
  /** Follows that wait, by the instrument of their next lead. */
  const waiting = new Map<number, Set<number>>();
  /** Leads that are looked at again after a time. */
  const timed = new Set<string>();

  /** What is to be done next for it, if anything is. */
  function pendingOf(id: number): Pending | undefined {
    const follow = state.follows.get(id);
    const lead = follow && nextLead(state, follow);
    return follow && lead && { follow, lead };
  }

  function enqueue({ id, trader }: CopyFollow): void {
    if (stages.has(id)) return;
    stages.set(id, 'NEXT');
    turns.add(trader, id);
  }

  /** Derived anew: whatever the stage was, it is over. */
  function derive(id: number): void {
    stages.delete(id);
    const pending = pendingOf(id);
    if (pending !== undefined) enqueue(pending.follow);
  }

  /** Each lead begins with another follow, so that nobody is always served last. */
  function enqueueAll(trader: PlayerId, turn: number): void {
    const follows = [...activeFollowsOf(state, trader)].filter((each) => nextLead(state, each) !== undefined);
    const first = follows.length === 0 ? 0 : turn % follows.length;
    for (let place = 0; place < follows.length; place += 1)
      enqueue(follows[(first + place) % follows.length]!);
  }

  function waitFor(id: number, stage: 'PRICE' | 'FUNDING', { id: lead, instrument, at }: CopyLead): void {
    stages.set(id, stage);
    const others = waiting.get(instrument);
    if (others === undefined) waiting.set(instrument, new Set([id]));
    else others.add(id);
    const name = `${lead}/${stage}`;
    if (timed.has(name)) return;
    timed.add(name);
    const restMs = stage === 'FUNDING' ? FUNDING_MS : Math.max(AGAIN_MS, at + PATIENCE_MS - time.clock());
    void time.wait(restMs).then(() => {
      timed.delete(name);
      retry(instrument, (_id, own) => own === stage);
    });
  }

  /** Those that wait for this instrument and may have what they wait for. */
  function retry(instrument: number, isReady: (id: number, stage: Stage | undefined) => boolean): void {
    const ids = waiting.get(instrument);
    if (ids === undefined) return;
    for (const id of ids) {
      if (!isReady(id, stages.get(id))) continue;
      ids.delete(id);
      derive(id);
    }
    if (ids.size === 0) waiting.delete(instrument);
    wake();
  }

  function answered(id: number, lead: CopyLead, outcome: Outcome): void {
    if (outcome.ok) {
      derive(id);
      return;
    }
    const isStill = pendingOf(id)?.lead.id === lead.id;
    const { refusal } = outcome;
    if (!isStill) derive(id);
    else if (refusal === 'COPY_WAITS') waitFor(id, 'PRICE', lead);
    else if (refusal === 'FUNDING_DUE') waitFor(id, 'FUNDING', lead);
    // The state has moved on meanwhile, or nobody knows: nothing is sent twice within a moment.
    else void time.wait(AGAIN_MS).then(() => deriveLater(id));
  }

  function deriveLater(id: number): void {
    derive(id);
    wake();
  }

  return {
    begin() {
      for (const trader of state.leads.keys()) unlisted.set(trader, 0);
      wake();
    },
    follow({ notes }) {
      for (const note of notes)
        if (note.kind === 'LEADS' && note.leads.length > 0) unlisted.set(note.player, note.leads[0]!.event);
      if (unlisted.size > 0) wake();
    },
    tick(instrument) {
      if (!waiting.has(instrument)) return;
      const prices = copyPricesAt(parts, time.clock());
      retry(instrument, (id, stage) => {
        const pending = pendingOf(id);
        return pending === undefined || (stage === 'PRICE' && isWorthTrying(pending, prices, time.clock()));
      });
    },
    funded(instrument) {
      retry(instrument, (_id, stage) => stage === 'FUNDING');
    },
    take(most) {
      for (const [trader, turn] of unlisted) enqueueAll(trader, turn);
      unlisted.clear();
      const sent: Sent[] = [];
      const prices = copyPricesAt(parts, time.clock());
      while (sent.length < most) {
        const id = turns.take();
        if (id === undefined) break;
        stages.delete(id);
        const pending = pendingOf(id);
        if (pending === undefined) continue;
        stages.set(id, 'SENT');
        const command = mirrorCommand(pending, prices);
        const { lead } = pending;
        if (command !== undefined)
          sent.push({ command, onOutcome: (outcome) => answered(id, lead, outcome) });
        // The site does not trade it now.
        else void time.wait(PATIENCE_MS).then(() => deriveLater(id));
      }
      return sent;
    },
    stats: () => {
      let held = 0;
      for (const ids of waiting.values()) held += ids.size;
      return { queued: turns.size(), waiting: held };
    },
  };
}
