// Which machine first submitted what a price reached: when another one finishes it, a crash lay in between.
import type { FuturesWatchCommand } from '@maru/engine/futures/watch-types';
import type { Stage } from '../stage.ts';

interface FirstTime {
  readonly machine: number;
  /** The commands that were submitted together, and how many of their liquidations took effect. */
  readonly cascade: { done: number };
}

/** By the name of the command: shared by all processes of a run. */
export type FirstAsked = Map<string, FirstTime>;

export const nameOf = (command: FuturesWatchCommand): string =>
  'order' in command
    ? `${command.kind} ${command.order}`
    : `${command.kind} ${command.player} ${command.wallet} ${command.position ?? 'cross'}`;

/** Commands of one machine that are submitted together. Call what is returned when one takes effect. */
export function noteAsked(
  commands: readonly FuturesWatchCommand[],
  { firstAsked, machine, stage }: { firstAsked: FirstAsked; machine: number; stage: Stage },
): (command: FuturesWatchCommand) => void {
  const together: FirstTime = { machine, cascade: { done: 0 } };
  for (const command of commands)
    if (!firstAsked.has(nameOf(command))) firstAsked.set(nameOf(command), together);
  return (command) => {
    const first = firstAsked.get(nameOf(command)) ?? together;
    firstAsked.delete(nameOf(command));
    const isAnother = first.machine !== machine;
    if (command.kind === 'FILL_FUTURES_ORDER' && isAnother)
      stage.reached('futures: crash between tick and fill');
    if (command.kind !== 'LIQUIDATE_FUTURES') return;
    if (isAnother && first.cascade.done > 0) stage.reached('futures: crash between the batches of a cascade');
    first.cascade.done += 1;
    if (first.cascade.done === 2) stage.reached('futures: several accounts liquidated by one tick');
  };
}
