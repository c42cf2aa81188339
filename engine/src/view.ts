import { withNotesOf } from './follower.ts';
import { isPacked, lineFor, linesOfThose } from './payment/shares.ts';
import { ofLine } from './payment/written.ts';
import { type AnyEvent, productOfEvent } from './products.ts';
import { ownerOf, type PlayerId, type PurseId } from './purse.ts';

/**
 * The event as one of its players may see it: own sequence, own money, own bets. What is pushed and kept in the
 * account's history.
 */
export function eventSeenBy(whole: AnyEvent, player: PlayerId): AnyEvent {
  const event = productOfEvent(whole.kind).product.withoutSecrets?.(whole) ?? whole;
  if (isPacked(event)) {
    const line = lineFor(event.shares, player);
    const { shares: _, notes: _notes, ...nothing } = event;
    return line === undefined ? nothing : ofLine(event, line);
  }
  if (event.steps.length === 1 && event.steps[0]?.player === player) return event;
  const own = `${player}:`;
  return {
    ...withoutForeignKey(withNotesOf(event, player), player),
    steps: event.steps.filter((step) => step.player === player),
    transfers: event.transfers.filter((each) => each.from.startsWith(own) || each.to.startsWith(own)),
    after: event.after.filter((each) => each.purse.startsWith(own)),
    ...('bets' in event ? { bets: event.bets.filter((bet) => bet.player === player) } : undefined),
  } as AnyEvent;
}

/**
 * The same for all of its players at once, or for those who are wanted, in one pass: a payment has thousands of them,
 * and what nobody wants is not written out.
 */
export function eventsSeen(
  event: AnyEvent,
  isWanted: (player: PlayerId) => boolean = anybody,
): ReadonlyMap<PlayerId, AnyEvent> {
  if (isPacked(event)) {
    const own = linesOfThose(event.shares, isWanted);
    return new Map(own.map(({ player, line }) => [player, ofLine(event, line)]));
  }
  const wanted = event.steps.filter(({ player }) => isWanted(player));
  const [first] = wanted;
  if (first === undefined) return new Map();
  if (event.steps.length === 1) return new Map([[first.player, event]]);
  const shares = new Map<PlayerId, Share>();
  for (const step of wanted) {
    shares.set(step.player, { steps: [step], transfers: [], after: [], bets: [] });
  }
  for (const each of event.transfers) {
    const from = ownerOf(each.from);
    const to = ownerOf(each.to);
    if (from !== undefined) shares.get(from)?.transfers.push(each);
    if (to !== undefined && to !== from) shares.get(to)?.transfers.push(each);
  }
  for (const each of event.after) shareOf(shares, each.purse)?.after.push(each);
  const hasBets = 'bets' in event;
  if (hasBets) for (const bet of event.bets) shares.get(bet.player)?.bets.push(bet);
  const seen = new Map<PlayerId, AnyEvent>();
  for (const [player, { bets, ...share }] of shares) {
    seen.set(player, {
      ...withoutForeignKey(withNotesOf(event, player), player),
      ...share,
      ...(hasBets ? { bets } : undefined),
    } as AnyEvent);
  }
  return seen;
}

/** The key of a command belongs to who sent it. */
function withoutForeignKey(event: AnyEvent, player: PlayerId): AnyEvent {
  if (event.answers === undefined || event.answers.player === player) return event;
  const { answers: _, ...rest } = event;
  return rest as AnyEvent;
}

const anybody = (): boolean => true;

type PaidBets = Extract<AnyEvent, { readonly bets: unknown }>['bets'];

interface Share {
  readonly steps: AnyEvent['steps'][number][];
  readonly transfers: AnyEvent['transfers'][number][];
  readonly after: AnyEvent['after'][number][];
  readonly bets: PaidBets[number][];
}

function shareOf(shares: ReadonlyMap<PlayerId, Share>, purse: PurseId): Share | undefined {
  const owner = ownerOf(purse);
  return owner === undefined ? undefined : shares.get(owner);
}
