import { createAlert, deleteAlert, myAlerts } from '@maru/contract/alert/calls';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openScreen, tap } from '../screen-double.tsx';
import { type ServerDouble, serverDouble, storedTokens } from '../server-double.ts';
import { firstDraft, gapOf, withLevel } from './alert-draft.ts';

afterEach(cleanup);

const alert = {
  ...({ id: 5, stock: 'NQ', basis: 'LAST', fires: 'AT_OR_ABOVE', level: '26000', repeat: 'ONCE' } as const),
  ...{ push: true, inApp: true, isArmed: true, createdMillis: 0 },
};
const nasdaq = {
  ...{ stock: 'NQ', koName: '나스닥', enName: 'Nasdaq', precision: 2, tickSize: '0.25', hasMark: false },
};

let server: ServerDouble;
beforeEach(() => {
  server = serverDouble({ storage: storedTokens() });
  server.answer(myAlerts, () => ({ reply: { alerts: [alert], instruments: [nasdaq], most: 20 } }));
  server.answer(deleteAlert, () => ({ reply: { alerts: [], instruments: [], most: 20 } }));
  server.answer(createAlert, () => ({ reply: { alerts: [alert], instruments: [nasdaq], most: 20 } }));
});

test('the first level is a percent above the price, on the grid', () => {
  expect(firstDraft('25391.5', nasdaq)).toMatchObject({ level: '25645.5', fires: 'AT_OR_ABOVE' });
});

test('a level on the other side of the price turns the condition', () => {
  const draft = firstDraft('25000', nasdaq);
  expect(withLevel(draft, '24000', '25000').fires).toBe('AT_OR_BELOW');
  expect(withLevel(draft, '26000', '25000').fires).toBe('AT_OR_ABOVE');
  expect(withLevel(draft, '25000', '25000').fires).toBe('AT_OR_ABOVE');
});

test('the way to a level has its sign', () => {
  expect(gapOf('97000', '95482.3')).toEqual({ points: '1517.7', percent: '+1.59%' });
  expect(gapOf('95000', '95482.3').points).toBe('-482.3');
});

test('an alert of the list can be deleted', async () => {
  const { sent } = openScreen('/more/alerts', { signedIn: true, server });
  await screen.findByText('나스닥 26,000 이상');
  await tap('나스닥 지우기');
  await waitFor(() => expect(sent(deleteAlert)).toEqual([{ id: 5 }]));
});
