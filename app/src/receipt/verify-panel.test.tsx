import type { ReceiptTicks } from '@maru/contract/receipt-ticks';
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { createStand } from '../stand-double.tsx';
import { hashOf } from './tick-record.ts';
import { check, isEverySame, type Recomputed, type Verdict } from './verification.ts';
import { type Verifier, VerifyPanel } from './verify-panel.tsx';

afterEach(cleanup);

interface Sum {
  readonly numbers: readonly number[];
  readonly total: string;
}

type SumVerdict = Verdict<'total' | 'chain'>;

const minute = { previousHash: '0'.repeat(64), stock: 'SUM', minuteMillis: 0, ticks: '0 1 5 0 0 0 0' };
const RECORD: ReceiptTicks = { stock: 'SUM', complete: true, minutes: [{ ...minute, hash: hashOf(minute) }] };

function recompute({ numbers, total }: Sum): SumVerdict {
  const device = String(numbers.reduce((sum, each) => sum + each, 0));
  const checks = [check('chain', 'aabbccdd', 'aabbccdd'), check('total', total, device)];
  return { kind: 'judged', isSame: isEverySame(checks), checks };
}

/** A product that settles sums: tests replace how its ticks are read and how they are recomputed. */
function openPanel(receipt: Sum, changed: Partial<Verifier<Sum, SumVerdict>> = {}) {
  const verifier = { fetchTicks: async () => ({ ok: true as const, reply: RECORD }), recompute, ...changed };
  const stand = createStand({
    path: '/sum',
    pattern: '/sum',
    now: 0,
    screen: () => (
      <VerifyPanel
        open
        onClose={() => {}}
        receipt={receipt}
        about={{ kind: 'SUM', id: 7 }}
        verifier={verifier}
        stepsOf={({ record, verdict }) => [
          { key: 'add', title: `${record.minutes.length}분을 더했어요`, text: verdict.kind, state: 'done' },
        ]}
        checkNames={{ chain: '해시', total: '합계' }}
        valueText={(key, value) => (key === 'total' ? `${value}점` : value)}
        isShown={({ key }) => key === 'total'}
      />
    ),
  });
  return stand.open();
}

const panel = () => within(screen.getByRole('dialog', { name: '직접 검증하기' }));
const verifyAgain = () =>
  act(async () => fireEvent.click(panel().getByRole('button', { name: '다시 검증하기' })));

test('the panel shows a product’s steps, the names of its checks and the texts of its values', async () => {
  await openPanel({ numbers: [2, 3], total: '5' });
  expect(panel().getByRole('status').textContent).toContain('영수증이 맞습니다');
  expect(panel().getByText('1분을 더했어요')).toBeTruthy();
  expect(panel().queryByRole('link', { name: '증거를 붙여 문의하기' })).toBeNull();
  const rows = panel().getAllByRole('row').slice(1);
  expect(rows.map(({ textContent }) => textContent)).toEqual(['합계5점5점같음']);
});

test('a value that differs is named, with the server’s value beside the one this device computed', async () => {
  await openPanel({ numbers: [2, 3], total: '6' });
  expect(panel().getByRole('status').textContent).toContain('계산이 다릅니다');
  const rows = panel().getAllByRole('row').slice(1);
  expect(rows.map(({ textContent }) => textContent)).toEqual(['합계6점5점다름']);
  const ask = panel().getByRole('link', { name: '증거를 붙여 문의하기' });
  expect(ask.getAttribute('href')).toBe('/more/contact/create?about=SUM-7&why=MISMATCH');
});

test('ticks that could not be read are requested again', async () => {
  let asked = 0;
  await openPanel(
    { numbers: [1], total: '1' },
    {
      fetchTicks: async () => {
        asked += 1;
        return asked === 1
          ? { ok: false, message: '잠시 뒤에 다시 해 주세요.' }
          : { ok: true, reply: RECORD };
      },
    },
  );
  expect(panel().getByText('잠시 뒤에 다시 해 주세요.')).toBeTruthy();
  await verifyAgain();
  expect(panel().getByText('1분을 더했어요')).toBeTruthy();
});

test.each<[Exclude<Recomputed<SumVerdict>['kind'], 'judged'>, boolean]>([
  ['open', true],
  ['unsealed', true],
  ['unrecorded', false],
])('a receipt that is %s shows why it cannot be verified now', async (kind, canTryAgain) => {
  await openPanel({ numbers: [], total: '0' }, { recompute: () => ({ kind }) });
  expect(panel().queryByRole('table')).toBeNull();
  expect(panel().queryByRole('button', { name: '다시 검증하기' }) !== null).toBe(canTryAgain);
});
