import type { AnyEvent } from './book.ts';
import type { PlayerId } from './purse.ts';

/** The event as one of its players may see it: own sequence, own money. What is pushed and kept in the account's history. */
export function eventSeenBy(event: AnyEvent, player: PlayerId): AnyEvent {
  if (event.steps.length === 1 && event.steps[0]?.player === player) return event;
  const own = `${player}:`;
  return {
    ...event,
    steps: event.steps.filter((step) => step.player === player),
    transfers: event.transfers.filter((each) => each.from.startsWith(own) || each.to.startsWith(own)),
    after: event.after.filter((each) => each.purse.startsWith(own)),
  };
}
