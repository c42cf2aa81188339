// Decides a command on a book that is level with the journal, without an effect, and compares the decision with what the
// twin makes of it. So a run also compares what no client of it would send at that moment, at prices that its market does
// not have.
import type { Book } from '@maru/engine/book';
import { decide } from '@maru/engine/decide';
import type { AnyCommand } from '@maru/engine/products';
import type { Millis } from '@maru/engine/time';
import { ownerOfCommand } from './products.ts';
import type { Twin } from './twin.ts';
import { Violation } from './violation.ts';

const textOf = (command: AnyCommand): string =>
  JSON.stringify(command, (_key, value: unknown) => (typeof value === 'bigint' ? `${value}` : value));

export function tryDecision(book: Book, twin: Twin, command: AnyCommand, now: Millis): void {
  const decision = decide(book, command, { now, eventId: book.lastEvent + 1 });
  const answer = decision.ok ? 'OK' : decision.refusal;
  const verdict = twin.judge(command, now);
  if (answer !== verdict)
    throw new Violation(
      'TWIN',
      `${command.kind} would be ${answer}, the rules say ${verdict}: ${textOf(command)}`,
    );
  if (!decision.ok) return;
  if (ownerOfCommand(command)?.isMeant(decision.event, command, twin) !== true)
    throw new Violation('TWIN', `${command.kind} would do something else: ${textOf(command)}`);
  twin.checkMoves(decision.event);
}
