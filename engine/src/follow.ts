// Passes a decided event on to the followers, one of which may refuse it, and to the observers: what they keep of it
// becomes a part of it.
import { Bug } from './assert.ts';
import type { Book } from './book.ts';
import type { Context } from './command.ts';
import { accept, type Decision, refuse } from './decision.ts';
import type { ChangesOf, Note, OpenStake } from './follower.ts';
import {
  type AnyEvent,
  type AnyFollower,
  type AnyProduct,
  everyProduct,
  type ProductRefusal,
} from './products.ts';
import type { PlayerId } from './purse.ts';

type Accepted = Extract<Decision<AnyEvent, never>, { readonly ok: true }>;

const followers = everyProduct.flatMap(({ name, follower }) =>
  follower === undefined ? [] : [{ name, follower }],
);

const observersByKind = new Map<string, NonNullable<AnyProduct['observer']>[]>();
for (const { observer } of everyProduct)
  for (const kind of observer?.kinds ?? [])
    observersByKind.set(kind, [...(observersByKind.get(kind) ?? []), observer!]);

/** Of those kinds alone that change any money. */
const changesByKind = new Map<string, ChangesOf<AnyEvent>>();
for (const { changes } of everyProduct)
  for (const [kind, changesOf] of Object.entries(changes))
    if (changesOf !== 'NOTHING') changesByKind.set(kind, changesOf as ChangesOf<AnyEvent>);

/** Called for every event. */
export function follow(book: Book, decided: Accepted, context: Context): Decision<AnyEvent, ProductRefusal> {
  const followed = followMoney(book, decided, context);
  return followed.ok ? observed(book, followed) : followed;
}

const NO_NOTES: readonly Note[] = [];

function observed(book: Book, decided: Accepted): Accepted {
  const { event } = decided;
  const observers = observersByKind.get(event.kind);
  if (observers === undefined) return decided;
  let own: readonly Note[] = NO_NOTES;
  for (const observer of observers) {
    const more = observer.note(book, event);
    if (more.length > 0) own = own.length === 0 ? more : [...own, ...more];
  }
  if (own.length === 0) return decided;
  // Nobody has the event yet, and to make it anew would cost as much as the rule did.
  (event as { notes?: readonly Note[] }).notes = event.notes === undefined ? own : [...event.notes, ...own];
  return decided;
}

/**
 * One that changes no money is passed on after one look into the table, and of a payment no line is read before somebody
 * in it is followed.
 */
function followMoney(book: Book, decided: Accepted, context: Context): Decision<AnyEvent, ProductRefusal> {
  const changesOf = changesByKind.get(decided.event.kind);
  if (changesOf === undefined) return decided;
  let notes: readonly Note[] = [];
  for (const { follower } of followers) {
    const followed = follower.followed(book);
    if (followed.size === 0) continue;
    const changes = changesOf(book, decided.event, followed);
    if (changes.length === 0) continue;
    const refusal = refusalOf(follower, book, changes, context);
    if (refusal !== undefined) return refuse(refusal);
    const own = follower.note(book, changes, context);
    if (own.length > 0) notes = [...notes, ...own];
  }
  return notes.length === 0 ? decided : accept({ ...decided.event, notes });
}

function refusalOf(
  follower: AnyFollower,
  book: Book,
  changes: Parameters<AnyFollower['note']>[1],
  context: Context,
): ProductRefusal | undefined {
  if (follower.gate === undefined) return undefined;
  for (const change of changes) {
    const refusal =
      change.asks === undefined
        ? undefined
        : follower.gate(book, change, context, openStakesOf(book, change.player));
    if (refusal !== undefined) return refusal;
  }
  return undefined;
}

/** Everything that the player has open, of all products. */
export function* openStakesOf(book: Book, player: PlayerId): Iterable<OpenStake> {
  for (const product of everyProduct) yield* product.openStakes?.(book[product.name], player) ?? [];
}

const keepers = new Map<string, Pick<AnyFollower, 'applyNote'>>();
for (const { name, follower, observer } of everyProduct) {
  const keeper = follower ?? observer;
  if (keeper !== undefined) keepers.set(name, keeper);
}

export function applyNotes(book: Book, { notes }: Pick<AnyEvent, 'notes'>): void {
  if (notes === undefined) return;
  for (const note of notes) {
    const keeper = keepers.get(note.product);
    if (keeper === undefined) throw new Bug(`no product follows as ${note.product}`);
    keeper.applyNote(book, note);
  }
}
