// Which machine first submitted what a price reached: when another one finishes it, a crash lay in between.
import type { FuturesWatchCommand } from '@maru/engine/futures/watch-types';
import type { Stage } from '../stage.ts';

/** From the tick that reaches several accounts until all of them are liquidated, pushed and answered. */
export const CASCADE = 'a liquidation cascade';

interface FirstTime {
  readonly machine: number;
  /** Of the liquidations that were submitted together: how many there are, and how many took effect. */
  readonly cascade: { readonly size: number; done: number };
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
  const size = commands.filter(({ kind }) => kind === 'LIQUIDATE_FUTURES').length;
  const together: FirstTime = { machine, cascade: { size, done: 0 } };
  const from = stage.points();
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
    if (size > 1 && together.cascade.done === size) stage.wentOn(CASCADE, from);
    if (size > 1 && stage.faults.strikes('kill-in-burst', machine, from)) stage.crash(machine, 'kill');
    if (first.cascade.done === 2) stage.reached('futures: several accounts liquidated by one tick');
  };
}
