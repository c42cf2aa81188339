// What the events of copy trading, and of coin futures beside it, move and change, and what must hold after each
// (docs/rules.md 5; I-57 to I-61 of docs/reliability.md).
import type { CopiedNote, CopytradeEvent, CopytradeNote } from '@maru/engine/copytrade/events';
import type { Copy, CopyLead, CopyTrader } from '@maru/engine/copytrade/state';
import type { Note } from '@maru/engine/follower';
import type { AnyEvent } from '@maru/engine/products';
import { decimal } from '../decimal.ts';
import type { TwinState } from '../twin.ts';
import { currencyIn, type Leg, legsOf, pursesOf } from '../twin-legs.ts';
import { Violation } from '../violation.ts';
import { isTrading, type TwinFollow, usedOf, WALLET, waitingOf } from './twin.ts';
import { outcomeOf } from './twin-rules.ts';

const KINDS: ReadonlySet<string> = new Set([
  'COPY_TRADER_SET',
  'COPY_FOLLOWED',
  'COPY_FOLLOW_CHANGED',
  'COPY_MISSED',
  'COPY_SHARED',
  'COPY_ENDED',
]);

export const isCopytradeEvent = <Any extends Pick<AnyEvent, 'kind'>>(
  event: Any,
): event is Any & CopytradeEvent => KINDS.has(event.kind);

export const notesIn = ({ notes = [] }: Pick<AnyEvent, 'notes'>): readonly CopytradeNote[] =>
  notes.filter(({ product }) => product === 'copytrade') as readonly Note[] as readonly CopytradeNote[];

export function copytradeLegs(state: TwinState, event: CopytradeEvent): readonly Leg[] {
  if (event.kind !== 'COPY_SHARED' && event.kind !== 'COPY_ENDED') return [];
  const { follower, trader, share } = event;
  const currency = currencyIn(state, event, follower, WALLET);
  const [from, to] = [pursesOf(follower, WALLET).free, pursesOf(trader, WALLET).free];
  return legsOf(currency, [[from, to, share, 'COPY_SHARE']]);
}

export function changeCopytrade(state: TwinState, event: CopytradeEvent): void {
  const { copytrade } = state;
  const { traders, follows, highest } = copytrade;
  switch (event.kind) {
    case 'COPY_TRADER_SET':
      traders.set(event.trader.player, event.trader);
      for (const id of event.detached) detach(copytrade, event, id);
      return;
    case 'COPY_FOLLOWED':
      if (follows.has(event.follow.id))
        throw new Violation('I-57', `event ${event.id} begins a follow again`);
      checkBegin(state, event);
      follows.set(event.follow.id, { ...event.follow, copies: new Map() });
      highest.set(event.follow.id, 0n);
      return;
    case 'COPY_FOLLOW_CHANGED': {
      const { maxLeverage, lossLimit, entryGuard, ...kept } = openFollow(copytrade, event, event.follow);
      follows.set(kept.id, { ...kept, ...event.settings });
      return;
    }
    case 'COPY_MISSED':
      handle(copytrade, event, event.follow, event.lead.id);
      return;
    case 'COPY_SHARED':
      follows.set(event.follow, { ...openFollow(copytrade, event, event.follow), shared: event.shared });
      checkShare(copytrade, event);
      return;
    case 'COPY_ENDED':
      checkShare(copytrade, event);
      if (openFollow(copytrade, event, event.follow).copies.size > 0)
        throw new Violation('I-60', `event ${event.id} ends a follow with open copies`);
      follows.delete(event.follow);
      return;
  }
}

/** Whatever was asked for: with these settings, this player could begin to follow this trader at this moment. */
function checkBegin(
  state: TwinState,
  { id, at, follow }: CopytradeEvent & { readonly kind: 'COPY_FOLLOWED' },
): void {
  const { site, follower: player, ...asked } = follow;
  const command = { kind: 'FOLLOW_TRADER', site, player, ...asked } as const;
  const outcome = outcomeOf(state, state.players.get(player), command, at);
  if ('refusal' in outcome)
    throw new Violation('I-59', `event ${id} begins a follow, the rules say ${outcome.refusal}`);
}

type Twin = TwinState['copytrade'];

function openFollow({ follows }: Twin, { id: event }: Pick<AnyEvent, 'id'>, id: number): TwinFollow {
  const follow = follows.get(id);
  if (follow === undefined) throw new Violation('I-60', `event ${event} is of follow ${id}, which has ended`);
  return follow;
}

function detach(twin: Twin, event: Pick<AnyEvent, 'id'>, id: number): void {
  const follow = openFollow(twin, event, id);
  if (follow.state !== 'ACTIVE') throw new Violation('I-60', `event ${event.id} detaches follow ${id} again`);
  twin.follows.set(id, { ...follow, state: 'DETACHED' });
}

/** Each lead once, and all in their order. */
function handle(twin: Twin, event: Pick<AnyEvent, 'id'>, id: number, lead: number): void {
  const follow = openFollow(twin, event, id);
  const key = `${id}/${lead}`;
  if (twin.handled.has(key)) throw new Violation('I-58', `event ${event.id} handles lead ${lead} again`);
  const [next] = waitingOf({ copytrade: twin }, follow);
  if (next?.id !== lead)
    throw new Violation('I-58', `event ${event.id} handles lead ${lead}, the next is ${next?.id}`);
  twin.handled.add(key);
  twin.follows.set(id, { ...follow, handled: lead });
}

function checkShare(
  { follows, highest }: Twin,
  { id, follow, shared }: Extract<CopytradeEvent, { readonly kind: 'COPY_SHARED' | 'COPY_ENDED' }>,
): void {
  const most = ((highest.get(follow) ?? 0n) * (follows.get(follow)?.rate ?? 0n)) / 100_000_000n;
  if (shared < 0n || shared > most)
    throw new Violation('I-61', `event ${id} has paid ${shared} of a share of at most ${most}`);
}

/** After its own product has changed: what the notes of an event, which were checked, change here. */
export function followNotes(state: TwinState, event: AnyEvent): void {
  const { copytrade: twin } = state;
  for (const note of notesIn(event)) {
    if (note.kind === 'DETACHED') for (const id of note.follows) detach(twin, event, id);
    if (note.kind === 'COPIED') copied(state, event, note);
    if (note.kind === 'STOPPED') twin.traders.set(note.player, note.trader);
    if (note.kind !== 'LEADS') continue;
    twin.leads.push(...note.leads);
    const trader = twin.traders.get(note.player);
    if (trader === undefined) throw new Violation('I-58', `event ${event.id} has leads of nobody`);
    const { open: _before, ...kept } = trader;
    const lastLead = note.leads.at(-1)?.id ?? kept.lastLead;
    const open = note.open ?? trader.open ?? [];
    twin.traders.set(note.player, { ...kept, lastLead, ...(open.length === 0 ? undefined : { open }) });
  }
  const isOfFutures = event.kind === 'FUTURES_FILLED';
  if (isOfFutures || isCopytradeEvent(event)) checkPeople(state, event);
}

function copied(state: TwinState, event: AnyEvent, note: CopiedNote): void {
  const { copytrade: twin } = state;
  const before = openFollow(twin, event, note.follow);
  if (note.lead !== undefined) handle(twin, event, note.follow, note.lead.id);
  const copies = new Map<number, Copy>(before.copies);
  for (const { instrument, copy } of note.copies) {
    if (copy === undefined) copies.delete(instrument);
    else copies.set(instrument, copy);
  }
  const { total, isPaused, handled } = note;
  const after = { ...before, total, isPaused, handled, copies };
  twin.follows.set(note.follow, after);
  twin.highest.set(note.follow, max(twin.highest.get(note.follow) ?? 0n, total));
  if (note.lead?.kind === 'OPEN') {
    const [used, added] = [usedOf(after), usedOf(after) - usedOf(before)];
    if (used > after.maxBet || added > after.oneMaxBet)
      throw new Violation('I-58', `event ${event.id} copies with ${added}, ${used} altogether`);
  }
}

const max = (a: bigint, b: bigint): bigint => (a > b ? a : b);

/** Nobody is both, everybody follows one, all on one site, and every copy is a position that is open. */
function checkPeople(state: TwinState, event: Pick<AnyEvent, 'id'>): void {
  const { follows, traders } = state.copytrade;
  const seen = new Set<number>();
  for (const { id, follower, trader, copies } of follows.values()) {
    const isOdd = seen.has(follower) || follower === trader || isTrading(state, follower);
    const sites = new Set([follower, trader].map((player) => state.players.get(player)?.site));
    if (isOdd || sites.size !== 1 || !traders.has(trader))
      throw new Violation('I-57', `after event ${event.id} player ${follower} follows ${trader}`);
    seen.add(follower);
    for (const { instrument, position, qty } of copies.values()) {
      const held = state.futures.positions.get(`${follower}/${instrument}`);
      if (held?.id !== position || held.qty < qty)
        throw new Violation('I-60', `after event ${event.id} follow ${id} has a copy that is not open`);
    }
  }
}

const optional = (units: bigint | undefined): string => (units === undefined ? '-' : decimal(units));

const tradesText = ({ open = [] }: CopyTrader): string =>
  open.map((trade) => `${trade.instrument} ${trade.position} ${decimal(trade.cash)}`).join(', ');

export function describeTwinCopytrade(state: TwinState): readonly string[] {
  const { traders, follows, leads } = state.copytrade;
  const lines: string[] = [];
  for (const each of traders.values())
    lines.push(
      `copy trader ${each.player} ${each.site} ${each.status} ${each.isAccepting} ${each.quota} ${decimal(each.rate)} [${each.pairs}] since ${each.since} ${each.isHeld ? 'held ' : ''}deleted ${each.deletedOn ?? '-'} lead ${each.lastLead} trades [${tradesText(each)}]`,
    );
  const waiting = new Map<CopyLead, number>();
  for (const each of follows.values()) {
    for (const lead of waitingOf(state, each)) waiting.set(lead, (waiting.get(lead) ?? 0) + 1);
    const money = `total ${decimal(each.total)} shared ${decimal(each.shared)}`;
    const head = `copy follow ${each.id} ${each.site} ${each.follower}>${each.trader} ${each.state}`;
    lines.push(
      `${head} ${settingsText(each)} rate ${decimal(each.rate)} ${money} handled ${each.handled} since ${each.startedAt}`,
    );
    for (const copy of each.copies.values())
      lines.push(
        `copy of ${each.id} ${copy.instrument} ${copy.position} ${copy.traderPosition} ${decimal(copy.qty)} ${decimal(copy.margin)} ${copy.openedAt}`,
      );
  }
  for (const lead of leads) {
    const count = waiting.get(lead);
    const { id, trader, event, kind, instrument, side, leverage, marginType, position, at } = lead;
    const how = `${kind} ${instrument} ${side} ${decimal(lead.price)} ${leverage} ${marginType}`;
    const size = `${decimal(lead.margin)} ${decimal(lead.closed)}/${decimal(lead.of)}`;
    if (count !== undefined)
      lines.push(`copy lead ${id} ${trader} ${event} ${how} ${size} ${position} ${at} waits ${count}`);
  }
  return lines;
}

function settingsText(follow: TwinFollow): string {
  const { pairs, multiplyPer, isPaused, maxBet, oneMaxBet, maxLeverage, lossLimit, entryGuard } = follow;
  const caps = `${decimal(maxBet)}/${decimal(oneMaxBet)} ${maxLeverage ?? '-'}`;
  const guards = `${optional(lossLimit)} ${optional(entryGuard)} ${decimal(follow.exitGuard)}`;
  return `[${pairs}] ${multiplyPer}% ${isPaused} ${caps} ${guards}`;
}
