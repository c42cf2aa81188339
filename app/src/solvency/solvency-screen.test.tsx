import {
  solvencyProof,
  solvencyRoots,
  solvencySums,
  type WireSolvencyProof,
} from '@maru/contract/solvency/calls';
import { DAY_MS, HOUR_MS } from '@maru/engine/time';
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { trader } from '../server-double.ts';
import { MADE_AT, solvencyProofOf } from '../solvency-double.ts';
import { createStand } from '../stand-double.tsx';
import { SolvencyScreen } from './solvency-screen.tsx';

afterEach(cleanup);

const proof = solvencyProofOf({ player: trader.id });

interface World {
  readonly proof?: WireSolvencyProof | 'NOT_FOUND' | 'FAILED';
  /** What everybody else is shown. */
  readonly listed?: WireSolvencyProof;
  readonly total?: string;
}

function standAt({ proof: own = proof, listed = proof, total = '0' }: World = {}) {
  const stand = createStand({
    path: '/wallet/solvency',
    pattern: '/wallet/solvency',
    screen: SolvencyScreen,
    now: MADE_AT + 9 * HOUR_MS,
    header: { title: 'solvency', back: '/more' },
  });
  stand.server.answer(solvencyRoots, () => ({
    reply: { roots: [listed], nextMillis: MADE_AT + DAY_MS },
  }));
  stand.server.answer(solvencyProof, () => {
    if (own === 'NOT_FOUND') return { status: 404, refusal: 'NOT_FOUND' };
    if (own === 'FAILED') return { status: 503, refusal: 'TRY_AGAIN' };
    return { reply: own };
  });
  stand.server.answer(solvencySums, () => ({
    reply: {
      atMillis: MADE_AT + 9 * HOUR_MS,
      batch: 5,
      sums: [
        { currency: 'KRW', owed: '184207713400', owing: '500' },
        { currency: 'USDT', owed: '20', owing: '0' },
      ],
      house: [
        { currency: 'KRW', purpose: 'fee', balance: '6418220150' },
        { currency: 'KRW', purpose: 'practice', balance: '-190625933050' },
        { currency: 'USDT', purpose: 'practice', balance: '-20' },
      ],
      totals: [
        { currency: 'KRW', total },
        { currency: 'USDT', total: '0' },
      ],
    },
  }));
  return stand;
}

const tap = (name: string | RegExp) => act(async () => fireEvent.click(screen.getByRole('button', { name })));
const withBalance = (balance: string): WireSolvencyProof => {
  const [first, ...others] = proof.leaf.purses;
  return { ...proof, leaf: { ...proof.leaf, purses: [{ ...first!, balance }, ...others] } };
};

test('a proof is checked on this device: leaf, steps, root, and when it was published', async () => {
  const { open } = standAt();
  await open();
  expect(screen.getByText('일치')).toBeTruthy();
  expect(screen.getByText(/^이 기기에서 \d+\.\d\d초 동안 검증했습니다$/)).toBeTruthy();
  expect(screen.getByText('43,342,071원 · 1,250.5 USDT')).toBeTruthy();
  expect(screen.getByText(/모두 오늘 공개한 장부에 빠짐없이 들어 있습니다/)).toBeTruthy();
  expect(screen.getByTitle(proof.root)).toBeTruthy();
  expect(screen.getByText('11월 17일 (화) 00:10')).toBeTruthy();
  expect(screen.getByText('30명')).toBeTruthy();
  expect(screen.getByRole('img', { name: '내 잎에서 뿌리까지 이어지는 길' })).toBeTruthy();
  expect(screen.getByText(/연습용 자금이라/)).toBeTruthy();
});

test('of many steps the first two and the last are shown, and all on demand', async () => {
  const { open } = standAt();
  await open();
  expect(screen.getByRole('heading', { name: '뿌리까지 5단계' })).toBeTruthy();
  expect(screen.getAllByRole('listitem').filter((item) => /이웃$/.test(item.textContent))).toHaveLength(3);
  expect(screen.getByText('2단계 더')).toBeTruthy();
  await tap('모두 보기');
  expect(screen.getAllByRole('listitem').filter((item) => /이웃$/.test(item.textContent))).toHaveLength(5);
  for (const { hash } of proof.path) expect(screen.getByTitle(hash)).toBeTruthy();
  await tap('줄이기');
  expect(screen.getByText('2단계 더')).toBeTruthy();
});

test.each<[string, World, RegExp]>([
  ['a changed balance', { proof: withBalance('43342072') }, /합계가 공개된 합계와 다릅니다/],
  [
    'another root than everybody is shown',
    { listed: { ...proof, root: '00'.repeat(32) } },
    /모두에게 공개된 뿌리/,
  ],
  [
    'the proof of somebody else',
    (() => {
      const other = solvencyProofOf({ player: trader.id + 1 });
      return { proof: other, listed: other };
    })(),
    /내 계정의 증명이 아닙니다/,
  ],
])('%s is shown as different', async (_, world, reason) => {
  const { open } = standAt(world);
  await open();
  expect(screen.getAllByText('다름')[0]?.closest('.verdict-head--different')).not.toBeNull();
  expect(within(screen.getByRole('alert')).getByText(reason)).toBeTruthy();
  expect(screen.queryByText('일치')).toBeNull();
});

test('the books are added up in each currency, debts apart', async () => {
  const { open } = standAt();
  await open();
  expect(screen.getByRole('heading', { name: '장부 합계는 0입니다' })).toBeTruthy();
  expect(screen.getByText('+184,207,713,400원')).toBeTruthy();
  expect(screen.getByText('−500원')).toBeTruthy();
  expect(screen.getByText('+6,418,220,150원')).toBeTruthy();
  expect(screen.getByText('−190,625,933,050원')).toBeTruthy();
  expect(screen.getByText('0원')).toBeTruthy();
});

test('books that do not add up to zero are shown as such', async () => {
  const { open } = standAt({ total: '-1' });
  await open();
  expect(screen.getByRole('heading', { name: '장부 합계가 0이 아닙니다' })).toBeTruthy();
});

test('who has no root yet is told when the next one comes', async () => {
  const { open } = standAt({ proof: 'NOT_FOUND' });
  await open();
  expect(screen.getByText('아직 내 잔액이 든 뿌리가 없습니다')).toBeTruthy();
  expect(screen.getByText(/다음은 11월 18일 \(수\) 00:10입니다/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: '저장' })).toBeNull();
});

test('what could not be loaded can be tried again', async () => {
  const { open, server, pass } = standAt({ proof: 'FAILED' });
  await open();
  for (let retry = 0; retry < 4; retry += 1) await pass(1_000);
  expect(screen.getByText('증명을 불러오지 못했습니다')).toBeTruthy();
  server.answer(solvencyProof, () => ({ reply: proof }));
  await tap(/다시/);
  await pass(50);
  expect(screen.getByText('일치')).toBeTruthy();
});

test('the help has the command, the file and the program', async () => {
  const { open } = standAt();
  await open();
  await tap('검증 방법과 코드');
  const help = within(screen.getByRole('dialog', { name: '검증 방법과 코드' }));
  expect(help.getByText('node solvency-verify.mjs solvency-proof.json')).toBeTruthy();
  expect(help.getByRole('link', { name: '검증 프로그램' }).getAttribute('href')).toBe('/solvency-verify.mjs');
});
