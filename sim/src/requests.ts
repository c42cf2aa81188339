// Every command that was ever submitted to a desk, and the effects it may still have. An event without its command, a
// command with two events, or an effect after "nothing happened" is a violation.
import type { AnyCommand, AnyEvent } from '@maru/engine/products';
import { ownerOfCommand, simProducts } from './products.ts';
import type { Clock, Stage } from './stage.ts';
import type { Twin } from './twin.ts';
import { Violation } from './violation.ts';

export interface Submission {
  readonly command: AnyCommand;
  /** The newest durable event when the command reached the desk. */
  readonly since: number;
  /** Whether this key had not been submitted to a desk before. */
  readonly isFirst: boolean;
  /** Whether this very key and body had been answered with success before. */
  readonly hadSuccess: boolean;
  /** What the clock showed, and how often it had been set. */
  readonly clockMs: number;
  readonly clockSteps: number;
}

interface Request {
  /** As it came each time: with the session and the moment of receipt of that time. */
  readonly commands: Map<string, AnyCommand>;
  /** Submissions that may still take effect. */
  possible: number;
  succeeded: boolean;
}

const nameOf = (player: number, key: string) => `${player} ${key}`;

export function createRequests({ isRepeat }: Pick<Stage, 'isRepeat'>) {
  const byKey = new Map<string, Map<string, Request>>();
  const keyless = new Map<string, number>();
  const ofProducts = simProducts.map((product) => product.createRequests());
  const releasedEvents = new Set<number>();

  function requestOf(event: AnyEvent): Request | undefined {
    const { player, key, fingerprint } = event.answers ?? { player: 0, key: '', fingerprint: '' };
    return byKey.get(nameOf(player, key))?.get(fingerprint);
  }

  return {
    submitted(command: AnyCommand, since: number, clock: Clock): Submission {
      const at = { command, since, clockMs: clock.nowMs, clockSteps: clock.steps };
      const ofProduct = ofProducts.find((each) => each.asks(command));
      if (ofProduct !== undefined) {
        ofProduct.submitted(command);
        return { ...at, isFirst: true, hadSuccess: false };
      }
      if (command.key === undefined) {
        const name = `${command.player} ${command.kind}`;
        keyless.set(name, (keyless.get(name) ?? 0) + 1);
        return { ...at, isFirst: true, hadSuccess: false };
      }
      const name = nameOf(command.player, command.key.key);
      const byFingerprint = byKey.get(name) ?? new Map<string, Request>();
      const isFirst = byFingerprint.size === 0;
      const request = byFingerprint.get(command.key.fingerprint) ?? {
        commands: new Map(),
        possible: 0,
        succeeded: false,
      };
      byKey.set(name, byFingerprint.set(command.key.fingerprint, request));
      // The server adds settings and prices each time; anything else differs by its session alone.
      const isStamped = 'terms' in command || 'priced' in command;
      request.commands.set(`${command.session} ${isStamped ? request.commands.size : ''}`, command);
      request.possible += 1;
      return { ...at, isFirst, hadSuccess: request.succeeded };
    },

    /** The event is durable: a command must have requested it, and it must have been allowed at that moment. */
    tookEffect(event: AnyEvent, twin: Twin): void {
      const ofProduct = ofProducts.find((each) => each.makes(event));
      if (ofProduct !== undefined) {
        ofProduct.tookEffect(event, twin);
        return;
      }
      if (event.answers === undefined) {
        const name = `${event.steps[0]?.player} ${commandOf[event.kind]}`;
        const left = (keyless.get(name) ?? 0) - 1;
        if (left < 0) throw new Violation('I-06', `nobody asked for event ${event.id} (${event.kind})`);
        keyless.set(name, left);
        return;
      }
      const request = requestOf(event);
      if (request === undefined)
        throw new Violation('I-06', `nobody asked for event ${event.id} (${event.kind})`);
      if (request.possible <= 0)
        throw new Violation(
          'I-17',
          `event ${event.id} took effect after its asker was told that nothing happened`,
        );
      if (isRepeat()) return;
      const commands = [...request.commands.values()];
      const verdicts = commands.map((command) => twin.judge(command, event.at));
      if (!verdicts.includes('OK')) {
        const isOld = verdicts.some(
          (verdict) => verdict === 'SESSION_ENDED' || verdict === 'ACCOUNT_BLOCKED',
        );
        throw new Violation(
          isOld ? 'I-79' : 'TWIN',
          `event ${event.id} (${event.kind}) should have been ${verdicts.join(' or ')}`,
        );
      }
      if (!commands.some((command, index) => verdicts[index] === 'OK' && isMeant(event, command, twin)))
        throw new Violation('TWIN', `event ${event.id} is not what its command asked for`);
    },

    /** The event was cut off again: its command may take effect once more. */
    undone(event: AnyEvent): void {
      const ofProduct = ofProducts.find((each) => each.makes(event));
      ofProduct?.undone(event);
      if (ofProduct !== undefined || event.answers !== undefined) return;
      const name = `${event.steps[0]?.player} ${commandOf[event.kind]}`;
      keyless.set(name, (keyless.get(name) ?? 0) + 1);
    },

    release: (event: number) => void releasedEvents.add(event),
    wasReleased: (event: number) => releasedEvents.has(event),

    succeeded({ command }: Submission, event: AnyEvent): void {
      if (command.key === undefined) return;
      const request = byKey.get(nameOf(command.player, command.key.key))?.get(command.key.fingerprint);
      const { answers } = event;
      if (
        answers?.key !== command.key.key ||
        answers.fingerprint !== command.key.fingerprint ||
        answers.player !== command.player
      )
        throw new Violation('I-18', `event ${event.id} answers another command`);
      if (request) request.succeeded = true;
    },

    refused(submission: Submission, refusal: string, twin: Twin, clock: Clock): void {
      const { command, since } = submission;
      const byFingerprint = command.key && byKey.get(nameOf(command.player, command.key.key));
      const request = command.key && byFingerprint?.get(command.key.fingerprint);
      if (refusal === 'RESULT_UNKNOWN') return;
      const ofProduct = ofProducts.find((each) => each.asks(command));
      if (request) request.possible -= 1;
      else if (ofProduct !== undefined) ofProduct.refused(command);
      else if (command.key === undefined) {
        const name = `${command.player} ${command.kind}`;
        keyless.set(name, (keyless.get(name) ?? 0) - 1);
      }
      if (refusal === 'TRY_AGAIN') return;
      if (submission.hadSuccess && isRemembered(command, twin, clock.nowMs))
        throw new Violation('I-18', `a key that was answered with success now gets ${refusal}`);
      if (refusal === 'KEY_REUSED') {
        if ((byFingerprint?.size ?? 0) < 2)
          throw new Violation('I-18', 'KEY_REUSED for a key that has one body');
        return;
      }
      // Only when nothing happened meanwhile is it known in which state the desk decided.
      if (!submission.isFirst || since !== twin.state.lastEvent || submission.clockSteps !== clock.steps)
        return;
      if (isRepeat()) return;
      // When it was decided is not known, only that it was between its arrival and now.
      const [from, to] = [submission.clockMs, clock.nowMs];
      const between = (ownerOfCommand(command)?.turningPoints?.(command) ?? []).filter(
        (ms) => ms > from && ms < to,
      );
      const moments = [from, ...between, to].map((ms) => Math.max(ms, twin.state.lastAt));
      const verdicts = moments.map((now) => twin.judge(command, now));
      if (!verdicts.includes(refusal))
        throw new Violation(
          'TWIN',
          `${command.kind} was refused with ${refusal}, the rules say ${[...new Set(verdicts)].join(' or ')}`,
        );
    },
  };
}

const HOUR_MS = 3_600_000;

function isRemembered({ player, key }: AnyCommand, twin: Twin, nowMs: number): boolean {
  const oldest = Math.floor(nowMs / HOUR_MS) - 24;
  const answers = twin.state.players.get(player)?.answers ?? [];
  return answers.some(
    (answer) =>
      answer.key === key?.key &&
      answer.fingerprint === key.fingerprint &&
      Math.floor(answer.at / HOUR_MS) >= oldest,
  );
}

const commandOf: Readonly<Partial<Record<AnyEvent['kind'], AnyCommand['kind']>>> = {
  ACCOUNT_OPENED: 'OPEN_ACCOUNT',
  PRACTICE_REFILLED: 'REFILL_PRACTICE',
  FUNDS_HELD: 'HOLD_FUNDS',
  FUNDS_RELEASED: 'RELEASE_FUNDS',
  ACCOUNT_BLOCKED: 'BLOCK_ACCOUNT',
  ACCOUNT_UNBLOCKED: 'UNBLOCK_ACCOUNT',
  SESSIONS_ENDED: 'END_SESSIONS',
};

/** What a round that was tried before brings to the new account: it loses at most what the wallet was credited with. */
function keptTrial({ wallets, trial }: Extract<AnyCommand, { kind: 'OPEN_ACCOUNT' }>): bigint {
  const credit = wallets.find(({ type }) => type === trial?.wallet)?.credit ?? 0n;
  const profit = trial?.profit ?? 0n;
  return profit < -credit ? -credit : profit;
}

/** Does the event do what the command asked, to the unit? */
function isMeant(event: AnyEvent, command: AnyCommand, twin: Twin): boolean {
  const owner = ownerOfCommand(command);
  if (owner !== undefined) return owner.isMeant(event, command, twin);
  if (commandOf[event.kind] !== command.kind || event.steps[0]?.player !== command.player) return false;
  switch (command.kind) {
    case 'OPEN_ACCOUNT': {
      const credits = command.wallets.filter((wallet) => wallet.credit > 0n).map((wallet) => wallet.credit);
      const moved = event.transfers.map((transfer) => transfer.amount);
      const kept = keptTrial(command);
      return [...credits, ...(kept === 0n ? [] : [kept < 0n ? -kept : kept])].join() === moved.join();
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
    default:
      return false;
  }
}
