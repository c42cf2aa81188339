// The platform's commands for rounds and draws, which are for no player, and the event that each makes.
import type { AnyCommand, AnyEvent } from '@maru/engine/products';

/** By the event: the command that makes it. */
export const COMMAND_OF = {
  ROUND_FROZEN: 'FREEZE_ROUND',
  ROUND_PAID: 'PAY_ROUND',
  ROUND_VOIDED: 'VOID_ROUND',
  BALL_SEALED: 'SEAL_BALL',
  BALL_SALTED: 'SALT_BALL',
  BALL_DRAWN: 'DRAW_BALL',
  BALL_VOIDED: 'VOID_BALL',
  BALL_PAID: 'PAY_BALL',
} as const;

type PlatformKind = keyof typeof COMMAND_OF;
export type PlatformEvent = Extract<AnyEvent, { readonly kind: PlatformKind }>;
export type PlatformCommand = Extract<AnyCommand, { readonly kind: (typeof COMMAND_OF)[PlatformKind] }>;

const COMMANDS: ReadonlySet<string> = new Set(Object.values(COMMAND_OF));

export const isOfPlatform = <Any extends Pick<AnyEvent, 'kind'>>(event: Any): event is Any & PlatformEvent =>
  event.kind in COMMAND_OF;

export const isPlatformCommand = <Any extends Pick<AnyCommand, 'kind'>>(
  command: Any,
): command is Any & PlatformCommand => COMMANDS.has(command.kind);
