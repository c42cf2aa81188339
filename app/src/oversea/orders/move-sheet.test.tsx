import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { answerOversea, positionOf, START, tradedNasdaq } from '../../oversea-double.ts';
import { createStand } from '../../stand-double.tsx';
import { MoveSheet } from './move-sheet.tsx';
import type { Moves } from './use-moves.ts';

afterEach(cleanup);

const position = positionOf();
const nothing = () => {};
const later = () => Promise.resolve();
const moves: Moves = {
  asked: { kind: 'exit', position, leg: 'TP', to: '25412.75' },
  isBusy: false,
  isChecking: false,
  ask: nothing,
  open: nothing,
  close: nothing,
  apply: later,
  remove: later,
};

test('a moved take-profit shows its net profit after fees', async () => {
  const stand = createStand({
    path: '/oversea/1',
    pattern: '/oversea/$id',
    now: START,
    screen: () => <MoveSheet instrument={tradedNasdaq} moves={moves} />,
  });
  answerOversea(stand.server, { instruments: [tradedNasdaq], positions: [position] });
  await stand.open();
  const sheet = within(await screen.findByRole('dialog'));
  // (25,412.75 − 25,401.25) × 20 × 3 × 1,380 won is 952,200, less 3,500 won for each contract on both sides.
  expect(sheet.getByText('+931,200원')).toBeTruthy();
});
