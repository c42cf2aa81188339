import type { NotificationContent } from '@maru/contract/notification/calls';
import type { Instrument } from '@maru/engine/market/instrument';
import { siteId } from '@maru/engine/purse';
import { expect, test } from 'vitest';
import { pushJob } from './push-job.ts';

const bitcoin = { koName: '비트코인', enName: 'Bitcoin', precision: 1 } as Instrument;

const names = {
  byCode: new Map([['BTCUSDT', bitcoin]]),
  currencyOf: (_: number, wallet: string) => (wallet === 'USDT' ? 'USDT' : undefined),
};

const device = {
  id: 1,
  site: siteId(1),
  endpoint: 'https://push.example',
  p256dh: '',
  auth: '',
  failures: 0,
};

const written = (content: NotificationContent, language: 'ko' | 'en') => {
  const notification = { id: 'x', category: 'DNW', at: 0, path: null, content } as const;
  const { title, body } = JSON.parse(pushJob(notification, { ...device, language }, names).content);
  return `${title} / ${body}`;
};

const round = {
  ...({ kind: 'ROUND', tradeRoundId: 1, betId: 1, bets: 2, won: 0, returned: 0 } as const),
  ...{ no: null, stock: '', seconds: 0, game: null },
};
const named = { ...round, no: 1_283, stock: 'BTCUSDT', seconds: 60, net: '47500', currency: 'KRW' };
const drawn = { ...named, no: 612, game: { ko: '비트볼', en: 'Bit-ball' }, net: '-10500' };
const leverage = { kind: 'LEVERAGE', stock: 'BTCUSDT', leverage: 20 } as const;
const row = { kind: 'DNW', dnwHistoryId: 1, type: 'D', status: 1, wallet: 'USDT' } as const;

test.each<[NotificationContent, string, string]>([
  [
    { ...round, net: '-10500', currency: 'KRW' },
    '회차 결과 / 주문 2건 · 적중 0건 · −10,500원',
    'Round result / 2 orders · 0 won · −10,500 KRW',
  ],
  [
    { ...round, won: 2, net: '47500', currency: 'KRW' },
    '회차 결과 / 주문 2건 · 적중 2건 · +47,500원',
    'Round result / 2 orders · 2 won · +47,500 KRW',
  ],
  [
    { ...round, net: null, currency: '' },
    '회차 결과 / 주문 2건 · 적중 0건',
    'Round result / 2 orders · 0 won',
  ],
  [
    { ...named, bets: 1, won: 1 },
    '1,283회차 적중 / 비트코인 1분 · +47,500원',
    'Round 1,283 won / Bitcoin 1m · +47,500 KRW',
  ],
  [
    { ...named, won: 1, seconds: 30, net: null },
    '1,283회차 결과 / 비트코인 30초 · 주문 2건 · 적중 1건',
    'Round 1,283 result / Bitcoin 30s · 2 orders · 1 won',
  ],
  [
    { ...named, returned: 2, net: '0' },
    '1,283회차 무효·환급 / 비트코인 1분 · 주문 2건 · 0원',
    'Round 1,283 returned / Bitcoin 1m · 2 orders · 0 KRW',
  ],
  [
    { ...drawn, won: 1 },
    '비트볼 612회차 결과 / 주문 2건 · −10,500원',
    'Bit-ball Round 612 result / 2 orders · −10,500 KRW',
  ],
  [drawn, '비트볼 612회차 미적중 / 주문 2건 · −10,500원', 'Bit-ball Round 612 lost / 2 orders · −10,500 KRW'],
  [
    { ...leverage, before: 10 },
    '레버리지를 바꾸었습니다 / BTCUSDT 10x → 20x',
    'Leverage changed / BTCUSDT 10x → 20x',
  ],
  [{ ...leverage, before: 20 }, '레버리지를 바꾸었습니다 / BTCUSDT 20x', 'Leverage changed / BTCUSDT 20x'],
  [{ ...row, amount: '500.5', currency: 'USDT' }, '입금 완료 / 500.5 USDT', 'Deposit done / 500.5 USDT'],
  [
    { ...row, status: 0, amount: '500000', currency: '' },
    '입금 신청을 받았습니다 / 500,000 USDT',
    'Deposit requested / 500,000 USDT',
  ],
  [
    { ...row, status: 2, amount: null, currency: '' },
    '입금 거절 / USDT 지갑',
    'Deposit rejected / USDT wallet',
  ],
])('%o is written in both languages with its amount', (content, ko, en) => {
  expect(written(content, 'ko')).toBe(ko);
  expect(written(content, 'en')).toBe(en);
});
