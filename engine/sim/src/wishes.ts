// Every command that was ever handed to a desk, and what may still become of it. An event without its command, a
// command with two events, or an effect after "nothing happened" is a violation.
import type { AnyEvent } from '@maru/engine/book';
import type { AnyCommand } from '@maru/engine/command';
import type { Twin } from './twin.ts';
import { Violation } from './violation.ts';

export interface Submission {
  readonly command: AnyCommand;
  readonly machine: number;
  /** The newest durable event when the command reached the desk. */
  readonly since: number;
  /** Whether this key had been handed to a desk before. */
  readonly isFirst: boolean;
  /** Whether this very key and body had been answered with success before. */
  readonly hadSuccess: boolean;
}

interface Wish {
  readonly command: AnyCommand;
  readonly sessions: Set<number | undefined>;
  /** Submissions that may still take effect. */
  possible: number;
  succeeded: boolean;
}

const nameOf = (player: number, key: string) => `${player} ${key}`;

export function createWishes() {
  const byKey = new Map<string, Map<string, Wish>>();
  const keyless = new Map<string, number>();
  const releasedEvents = new Set<number>();

  function wishOf(event: AnyEvent): Wish | undefined {
    const { player, key, print } = event.answers ?? { player: 0, key: '', print: '' };
    return byKey.get(nameOf(player, key))?.get(print);
  }

  return {
    submitted(command: AnyCommand, machine: number, since: number): Submission {
      if (command.key === undefined) {
        const name = `${command.player} ${command.kind}`;
        keyless.set(name, (keyless.get(name) ?? 0) + 1);
        return { command, machine, since, isFirst: true, hadSuccess: false };
      }
      const name = nameOf(command.player, command.key.key);
      const prints = byKey.get(name) ?? new Map<string, Wish>();
      const isFirst = prints.size === 0;
      const wish = prints.get(command.key.print) ?? {
        command,
        sessions: new Set(),
        possible: 0,
        succeeded: false,
      };
      byKey.set(name, prints.set(command.key.print, wish));
      wish.sessions.add(command.session);
      wish.possible += 1;
      return { command, machine, since, isFirst, hadSuccess: wish.succeeded };
    },

    /** The event is durable: somebody must have asked for it, and it must have been allowed at that moment. */
    tookEffect(event: AnyEvent, twin: Twin): void {
      if (event.answers === undefined) {
        const name = `${event.steps[0]?.player} ${commandOf[event.kind]}`;
        const left = (keyless.get(name) ?? 0) - 1;
        if (left < 0) throw new Violation('I-06', `nobody asked for event ${event.id} (${event.kind})`);
        keyless.set(name, left);
        return;
      }
      const wish = wishOf(event);
      if (wish === undefined)
        throw new Violation('I-06', `nobody asked for event ${event.id} (${event.kind})`);
      if (wish.possible <= 0)
        throw new Violation(
          'I-17',
          `event ${event.id} took effect after its asker was told that nothing happened`,
        );
      const verdicts = [...wish.sessions].map((session) => twin.judge(withSession(wish.command, session)));
      if (!verdicts.includes('OK')) {
        const isOld = verdicts.some(
          (verdict) => verdict === 'SESSION_ENDED' || verdict === 'ACCOUNT_BLOCKED',
        );
        throw new Violation(
          isOld ? 'I-79' : 'TWIN',
          `event ${event.id} (${event.kind}) should have been ${verdicts.join(' or ')}`,
        );
      }
      if (!isMeant(event, wish.command))
        throw new Violation('TWIN', `event ${event.id} is not what its command asked for`);
    },

    /** The event was cut off again: its command may take effect once more. */
    undone(event: AnyEvent): void {
      if (event.answers !== undefined) return;
      const name = `${event.steps[0]?.player} ${commandOf[event.kind]}`;
      keyless.set(name, (keyless.get(name) ?? 0) + 1);
    },

    release: (event: number) => void releasedEvents.add(event),
    wasReleased: (event: number) => releasedEvents.has(event),

    succeeded({ command }: Submission, event: AnyEvent): void {
      if (command.key === undefined) return;
      const wish = byKey.get(nameOf(command.player, command.key.key))?.get(command.key.print);
      const { answers } = event;
      if (
        answers?.key !== command.key.key ||
        answers.print !== command.key.print ||
        answers.player !== command.player
      )
        throw new Violation('I-18', `event ${event.id} answers another command`);
      if (wish) wish.succeeded = true;
    },

    refused(submission: Submission, refusal: string, twin: Twin): void {
      const { command, since } = submission;
      const prints = command.key && byKey.get(nameOf(command.player, command.key.key));
      const wish = command.key && prints?.get(command.key.print);
      if (refusal === 'RESULT_UNKNOWN') return;
      if (wish) wish.possible -= 1;
      else if (command.key === undefined) {
        const name = `${command.player} ${command.kind}`;
        keyless.set(name, (keyless.get(name) ?? 0) - 1);
      }
      if (refusal === 'TRY_AGAIN') return;
      if (submission.hadSuccess && isKept(command, twin))
        throw new Violation('I-18', `a key that was answered with success now gets ${refusal}`);
      if (refusal === 'KEY_REUSED') {
        if ((prints?.size ?? 0) < 2) throw new Violation('I-18', 'KEY_REUSED for a key that has one body');
        return;
      }
      // Only when nothing happened meanwhile is it known in which state the desk decided.
      if (!submission.isFirst || since !== twin.state.lastEvent) return;
      const verdict = twin.judge(command);
      if (verdict !== refusal)
        throw new Violation('TWIN', `${command.kind} was refused with ${refusal}, the rules say ${verdict}`);
    },
  };
}

function isKept(command: AnyCommand, twin: Twin): boolean {
  const answers = twin.state.players.get(command.player)?.answers ?? [];
  return answers.some((kept) => kept.key === command.key?.key && kept.print === command.key.print);
}

const withSession = (command: AnyCommand, session: number | undefined): AnyCommand => {
  const { session: _old, ...rest } = command;
  return (session === undefined ? rest : { ...rest, session }) as AnyCommand;
};

const commandOf: Readonly<Record<AnyEvent['kind'], AnyCommand['kind']>> = {
  ACCOUNT_OPENED: 'OPEN_ACCOUNT',
  PRACTICE_REFILLED: 'REFILL_PRACTICE',
  FUNDS_HELD: 'HOLD_FUNDS',
  FUNDS_RELEASED: 'RELEASE_FUNDS',
  ACCOUNT_BLOCKED: 'BLOCK_ACCOUNT',
  ACCOUNT_UNBLOCKED: 'UNBLOCK_ACCOUNT',
  SESSIONS_ENDED: 'END_SESSIONS',
  BET_PLACED: 'PLACE_BET',
  ROUND_FROZEN: 'FREEZE_ROUND',
  ROUND_PAID: 'PAY_ROUND',
  ROUND_VOIDED: 'VOID_ROUND',
  BALL_SEALED: 'SEAL_BALL',
  BALL_BET_PLACED: 'PLACE_BALL_BET',
  BALL_SALTED: 'SALT_BALL',
  BALL_DRAWN: 'DRAW_BALL',
  BALL_VOIDED: 'VOID_BALL',
  BALL_PAID: 'PAY_BALL',
};

/** Does the event do what the command asked, to the unit? */
function isMeant(event: AnyEvent, command: AnyCommand): boolean {
  if (commandOf[event.kind] !== command.kind || event.steps[0]?.player !== command.player) return false;
  switch (command.kind) {
    case 'OPEN_ACCOUNT': {
      const credits = command.wallets.filter((wallet) => wallet.credit > 0n).map((wallet) => wallet.credit);
      const moved = event.transfers.map((transfer) => transfer.amount);
      return credits.join() === moved.join();
    }
    case 'REFILL_PRACTICE':
      return (
        event.kind === 'PRACTICE_REFILLED' &&
        event.amount === command.amount &&
        event.wallet === command.wallet
      );
    case 'HOLD_FUNDS':
      return (
        event.kind === 'FUNDS_HELD' &&
        event.amount === command.amount &&
        event.wallet === command.wallet &&
        event.purpose === command.purpose
      );
    case 'RELEASE_FUNDS':
      return event.kind === 'FUNDS_RELEASED' && event.hold === command.hold;
    case 'BLOCK_ACCOUNT':
    case 'UNBLOCK_ACCOUNT':
    case 'END_SESSIONS':
      return true;
    case 'PLACE_BET':
    case 'FREEZE_ROUND':
    case 'PAY_ROUND':
    case 'VOID_ROUND':
    case 'SEAL_BALL':
    case 'PLACE_BALL_BET':
    case 'SALT_BALL':
    case 'DRAW_BALL':
    case 'PAY_BALL':
    case 'VOID_BALL':
      return false;
  }
}
