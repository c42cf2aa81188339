import { askGrant } from '@maru/contract/cashier/office';
import { dnwEnded, dnwFigures, dnwQueue } from '@maru/contract/cashier/queue';
import { refusalTexts } from '@maru/contract/cashier/reasons';
import { memberList } from '@maru/contract/members/calls';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { officeDouble } from '../office-double.tsx';

afterEach(cleanup);

const NOW = Date.now();
const row = {
  ...{ id: 20, type: 'D', status: 2, walletType: 'BINARY', currency: 'KRW', point: '500000', fee: '0' },
  ...{ change: '0', channel: 'bank', counterpart: '', won: null, rate: null, reason: '입금 없음' },
  ...{ undoes: null, payUntilMillis: null, isDisputed: false, createdMillis: NOW - 60_000 },
  ...{ endedMillis: NOW, steps: [{ step: 'REJECTED', atMillis: NOW }], playerId: 7, username: 'maru_trader' },
  ...{ nick: '마루', takenBy: null, confirmedBy: null, decidedBy: 3, askedBy: null, needsTwo: false },
  ...{ isByRule: false, name: '김마루', isExpired: false, confirmedName: null, decidedName: '박운영' },
  askedName: null,
};

test('what has ended says who decided it and why, and is filtered by its result', async () => {
  const office = officeDouble();
  office.on(dnwEnded, { reply: { content: [row] } });
  office.open('/cashier/ended');
  fireEvent.click(await screen.findByRole('row', { name: /maru_trader/ }));
  const drawer = await screen.findByRole('complementary', { name: '입금 maru_trader' });
  expect(within(drawer).getByText('박운영')).toBeDefined();
  expect(within(drawer).getByText('입금 없음')).toBeDefined();
  fireEvent.change(screen.getByLabelText('결과'), { target: { value: '2' } });
  await expect.poll(() => office.sentTo(dnwEnded).at(-1)).toMatchObject({ status: '2' });
});

test('a grant is asked for a member who was found and chosen', async () => {
  const office = officeDouble();
  office.on(dnwQueue, { reply: { content: [], hasMore: false } });
  office.on(dnwFigures, {
    reply: {
      ...{
        deposits: { count: 0, won: '0' },
        withdrawals: { count: 0, won: '0' },
        p2p: 0,
        grants: 0,
        held: 0,
      },
      ...{ isMore: false, oldestMillis: null, targetMs: 900_000, todayIn: '0', todayOut: '0' },
    },
  });
  const found = {
    ...{
      id: 7,
      username: 'maru_trader',
      name: '김마루',
      nick: '마루',
      partnerCode: null,
      createdMillis: NOW,
    },
    ...{ seenMillis: null, isOnline: false, heldWon: '0', tags: [] },
  };
  office.on(memberList, { reply: { content: [found] } });
  office.on(refusalTexts, { reply: { content: [] } });
  office.on(askGrant, { reply: row });
  office.open('/cashier');
  fireEvent.click(await screen.findByRole('button', { name: '지급·차감 2인' }));
  const dialog = await screen.findByRole('dialog');
  fireEvent.click(within(dialog).getByRole('button', { name: /^요청/ }));
  expect(await within(dialog).findByText('회원을 찾아서 골라 주세요.')).toBeDefined();
  fireEvent.change(within(dialog).getByLabelText('회원'), { target: { value: 'maru' } });
  fireEvent.click(await within(dialog).findByRole('button', { name: /maru_trader/ }));
  fireEvent.change(within(dialog).getByLabelText('금액'), { target: { value: '30,000' } });
  fireEvent.change(within(dialog).getByLabelText('이유'), { target: { value: '점검 보상' } });
  fireEvent.click(within(dialog).getByRole('button', { name: /^요청/ }));
  await expect.poll(() => office.sentTo(askGrant)).toMatchObject([{ playerId: 7, point: '30000' }]);
});
