// What the platform requested of rounds and draws. Its commands have no keys and are sent again whenever their outcome
// is unknown, so each event must be the effect of a command that may still have one, and must be what the rules make of
// that very command.
import type { AnyCommand, AnyEvent } from '@maru/engine/products';
import type { KeylessRequests } from '../product.ts';
import type { Twin } from '../twin.ts';
import { Violation } from '../violation.ts';
import { COMMAND_OF, isOfPlatform, isPlatformCommand, type PlatformCommand } from './platform-events.ts';
import { placeOf, type TwinRound, tickText } from './twin.ts';
import { resultOf } from './twin-prices.ts';

interface Asked {
  readonly commands: PlatformCommand[];
  /** Submissions that may still take effect. */
  possible: number;
}

export function createPlatformRequests(): KeylessRequests {
  const asked = new Map<string, Asked>();
  const nameOf = (kind: string, site: number, round: number) => `${kind} ${placeOf(site, round)}`;

  function askedFor(event: AnyEvent): Asked | undefined {
    if (!isOfPlatform(event)) return undefined;
    const isUnsalted = event.kind === 'BALL_VOIDED' && event.voidReason === 'NO_SALT';
    const kind = isUnsalted ? 'SALT_BALL' : COMMAND_OF[event.kind];
    return asked.get(nameOf(kind, event.site, event.round));
  }

  return {
    asks: isPlatformCommand,
    makes: isOfPlatform,
    submitted(command): void {
      if (!isPlatformCommand(command)) return;
      const name = nameOf(command.kind, command.site, command.round);
      const own = asked.get(name) ?? { commands: [], possible: 0 };
      asked.set(name, own);
      own.possible += 1;
      // All payments of a round are the same command.
      if (own.commands.length === 0 || command.kind.startsWith('PAY') === false) own.commands.push(command);
    },
    refused(command): void {
      if (!isPlatformCommand(command)) return;
      const own = asked.get(nameOf(command.kind, command.site, command.round));
      if (own) own.possible -= 1;
    },
    undone(event: AnyEvent): void {
      const own = askedFor(event);
      if (own) own.possible += 1;
    },
    tookEffect(event: AnyEvent, twin: Twin): void {
      const own = askedFor(event);
      if (own === undefined || own.possible <= 0)
        throw new Violation('I-06', `nobody asked for event ${event.id} (${event.kind})`);
      own.possible -= 1;
      const verdicts = own.commands.map((command) => twin.judge(command, event.at));
      if (!verdicts.includes('OK'))
        throw new Violation(
          'TWIN',
          `event ${event.id} (${event.kind}) should have been ${[...new Set(verdicts)].join(' or ')}`,
        );
      if (!own.commands.some((command, index) => verdicts[index] === 'OK' && isMeant(event, command, twin)))
        throw new Violation('TWIN', `event ${event.id} (${event.kind}) is not what was asked for`);
    },
  };
}

function isMeant(event: AnyEvent, command: PlatformCommand, { state }: Twin): boolean {
  switch (command.kind) {
    case 'FREEZE_ROUND': {
      const round = state.rounds.get(placeOf(command.site, command.round));
      if (event.kind !== 'ROUND_FROZEN' || round === undefined) return false;
      const { ticks, interruption } = command;
      return resultText(event) === resultText(resultOf(round, ticks, interruption));
    }
    case 'VOID_ROUND':
      return event.kind === 'ROUND_VOIDED' && peopleOf(event) === peopleOf(command);
    case 'SEAL_BALL':
      return (
        event.kind === 'BALL_SEALED' &&
        event.seed === command.seed &&
        event.commit === command.commit &&
        event.type === command.type
      );
    case 'SALT_BALL':
      return command.salt === undefined
        ? event.kind === 'BALL_VOIDED'
        : event.kind === 'BALL_SALTED' && event.salt === command.salt;
    case 'VOID_BALL':
      return event.kind === 'BALL_VOIDED' && peopleOf(event) === peopleOf(command);
    // What is drawn and paid follows from the round alone, and the twin checks every such event against it.
    case 'PAY_ROUND':
    case 'DRAW_BALL':
    case 'PAY_BALL':
      return isOfPlatform(event) && COMMAND_OF[event.kind] === command.kind;
  }
}

const peopleOf = (of: {
  readonly reason?: string | undefined;
  readonly requestedBy?: number | undefined;
  readonly approvedBy?: number | undefined;
}) => `${of.requestedBy} ${of.approvedBy} ${of.reason}`;

type Result = Pick<Extract<AnyEvent, { readonly kind: 'ROUND_FROZEN' }>, 'status'> | TwinRound['result'];

function resultText(result: Result): string {
  const { status, voidReason, openTick, closeTick, tickCount, ticks } = result as NonNullable<
    TwinRound['result']
  >;
  const own = ticks?.map(tickText).join(' ') ?? 'none';
  return `${status} ${voidReason ?? '-'} ${tickText(openTick)} ${tickText(closeTick)} ${tickCount} ${own}`;
}

/** Does the event do what the bet asked, to the unit? */
export function isBetMeant(event: AnyEvent, command: AnyCommand, { state }: Twin): boolean {
  if (event.steps[0]?.player !== command.player) return false;
  switch (command.kind) {
    case 'PLACE_BET': {
      if (event.kind !== 'BET_PLACED') return false;
      const { strikeMode, precision, staleMs } =
        state.rounds.get(placeOf(event.site, command.round)) ?? command.terms;
      const { rate, wallet } = command.terms;
      const { round, type, side, stake, receivedAt } = command;
      const result = `${event.strikeMode} ${event.precision} ${event.staleMs} ${event.rate} ${event.wallet}`;
      return (
        result === `${strikeMode} ${precision} ${staleMs} ${rate} ${wallet}` &&
        `${event.round} ${event.type} ${event.side} ${event.stake} ${event.acceptedAt}` ===
          `${round} ${type} ${side} ${stake} ${receivedAt}`
      );
    }
    case 'PLACE_BALL_BET': {
      if (event.kind !== 'BALL_BET_PLACED' || event.wallet !== command.terms.wallet) return false;
      const { round, type, market, stake, odds, receivedAt } = command;
      return (
        `${event.round} ${event.type} ${event.market} ${event.stake} ${event.odds} ${event.acceptedAt}` ===
        `${round} ${type} ${market} ${stake} ${odds} ${receivedAt}`
      );
    }
    default:
      return false;
  }
}
