// docs/state-machines.md is printed from the tables that the code uses. After a change of a table: vitest -u.
import { connectionMachine } from '@maru/client/connection-machine';
import { roundMachine } from '@maru/engine/binary/round-state';
import { requestMachine } from '@maru/engine/cashier/request-machine';
import { copyMachine, followMachine, traderMachine } from '@maru/engine/copytrade/machines';
import { orderMachine as futuresOrderMachine } from '@maru/engine/futures/order-state';
import { positionMachine as futuresPositionMachine } from '@maru/engine/futures/position-state';
import { limitMachine, pauseMachine } from '@maru/engine/limits/limit-state';
import { orderMachine } from '@maru/engine/oversea/order-state';
import { positionMachine } from '@maru/engine/oversea/position-state';
import { sessionMachine } from '@maru/engine/oversea/session-phase';
import type { StateMachine } from '@maru/engine/state-machine';
import { deskMachine } from '@maru/server/desk/desk-states';
import { expect, test } from 'vitest';

const machines: readonly StateMachine<string, string>[] = [
  deskMachine,
  roundMachine,
  sessionMachine,
  orderMachine,
  positionMachine,
  futuresOrderMachine,
  futuresPositionMachine,
  limitMachine,
  pauseMachine,
  requestMachine,
  traderMachine,
  followMachine,
  copyMachine,
  connectionMachine,
];

const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;

function printMachine({ name, states, initial, transitions }: StateMachine<string, string>): string {
  return [
    `## ${name}`,
    '',
    ...Object.entries(states).map(
      ([state, meaning]) => `- \`${state}\`${state === initial ? ' (first)' : ''}: ${meaning}`,
    ),
    '',
    row(['From', 'Event', 'To', 'Caused by']),
    row(['---', '---', '---', '---']),
    ...transitions.map(({ from, on, to, by }) => row([`\`${from}\``, `\`${on}\``, `\`${to}\``, by])),
    '',
  ].join('\n');
}

test('docs/state-machines.md shows the tables that the code uses', async () => {
  const intro =
    '# State machines\n\nPrinted by `scripts/state-machines.test.ts` from the tables that the code asks. An event that a state does not list cannot happen in it.\n';
  await expect([intro, ...machines.map(printMachine)].join('\n')).toMatchFileSnapshot(
    '../docs/state-machines.md',
  );
});

test.each(machines)('every state of "$name" can be reached', ({ states, initial, transitions }) => {
  const reached = new Set([initial]);
  for (const _round of transitions)
    for (const { from, to } of transitions) if (reached.has(from)) reached.add(to);
  expect([...reached].toSorted()).toEqual(Object.keys(states).toSorted());
});
