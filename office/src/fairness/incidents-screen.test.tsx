import {
  fairnessIncidents,
  openFairnessIncident,
  writeFairnessIncident,
} from '@maru/contract/fairness/calls';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { officeDouble } from '../office-double.tsx';

afterEach(cleanup);

const AT = Date.parse('2026-11-17T21:00:00+09:00');
const detected = {
  id: 2,
  kind: 'UNREACHABLE' as const,
  isDetected: true,
  startedMillis: AT,
  endedMillis: AT + 26 * 60_000,
  textKo: '',
  textEn: '',
  updatedMillis: AT,
};
const told = {
  ...detected,
  id: 1,
  kind: 'SLOW' as const,
  isDetected: false,
  endedMillis: null,
  textKo: '늦습니다',
};

function openIncidents() {
  const sent: unknown[] = [];
  const office = officeDouble();
  office.on(fairnessIncidents, { reply: { content: [detected, told] } });
  office.on(openFairnessIncident, (body) => {
    sent.push(body);
    return { reply: told };
  });
  office.on(writeFairnessIncident, (body) => {
    sent.push(body);
    return { reply: told };
  });
  office.open('/incidents');
  return sent;
}

const dialog = () => within(screen.getByRole('dialog'));
const type = (label: string, value: string) =>
  fireEvent.change(dialog().getByLabelText(label), { target: { value } });

test('incidents are listed, and who recorded them', async () => {
  openIncidents();
  const table = within(await screen.findByRole('table', { name: '장애' }));
  await table.findByText('접속 불가');
  expect(table.getByText('26분')).toBeTruthy();
  expect(table.getByText('저절로')).toBeTruthy();
  expect(table.getByText('진행 중')).toBeTruthy();
});

test('an incident is told with its beginning in Korean time', async () => {
  const sent = openIncidents();
  fireEvent.click(await screen.findByRole('button', { name: '장애 알리기' }));
  type('시작한 때', '2026-11-17T20:30');
  type('알리는 글', '주문이 늦게 체결됩니다.');
  fireEvent.click(dialog().getByRole('button', { name: '게시판에 알리기' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toMatchObject({
    kind: 'SLOW',
    startedMillis: Date.parse('2026-11-17T20:30:00+09:00'),
    textKo: '주문이 늦게 체결됩니다.',
  });
});

test('of a detected incident only the text can be written', async () => {
  const sent = openIncidents();
  fireEvent.doubleClick(await screen.findByText('접속 불가'));
  expect((dialog().getByLabelText('끝난 때') as HTMLInputElement).disabled).toBe(true);
  type('알리는 글', '서버를 다시 시작했습니다.');
  fireEvent.click(dialog().getByRole('button', { name: '저장' }));
  await waitFor(() => expect(sent).toEqual([expect.objectContaining({ incidentId: 2 })]));
  expect(sent[0]).not.toHaveProperty('endedMillis');
});
