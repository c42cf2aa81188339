// One command on its way to a process.
import type { AnyCommand } from '@maru/engine/products';
import type { Outcome } from '@maru/server/desk/desk';
import type { DeskProcess } from './desk-process.ts';
import type { Oracle } from './oracle.ts';
import type { Stage } from './stage.ts';

/** What becomes of the command is checked and noted under this name, unless the process dies first. */
export function submitTo(
  { machine, desk }: Pick<DeskProcess, 'machine' | 'desk'>,
  { stage, oracle }: { readonly stage: Stage; readonly oracle: Oracle },
  command: AnyCommand,
  name: string,
  onAnswer?: (outcome: Outcome) => void,
): void {
  const submission = oracle.submitted(command);
  void desk.submit(command).then((outcome) => {
    if (!machine.isAlive()) return;
    oracle.answered(submission, outcome);
    stage.trace.note(`m${machine.id} ${name} ${outcomeText(outcome)}`);
    onAnswer?.(outcome);
  });
}

const outcomeText = (outcome: Outcome) =>
  outcome.ok ? `ok ${outcome.event.id}${outcome.repeated ? ' again' : ''}` : outcome.refusal;
