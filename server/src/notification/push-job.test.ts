import type { NotificationContent } from '@maru/contract/notification/calls';
import { siteId } from '@maru/engine/purse';
import { expect, test } from 'vitest';
import { pushJob } from './push-job.ts';

const names = {
  byCode: new Map(),
  currencyOf: (_: number, wallet: string) => (wallet === 'USDT' ? 'USDT' : undefined),
};

const device = { id: 1, site: siteId(1), endpoint: 'https://push.example', p256dh: '', auth: '' };

const written = (content: NotificationContent, language: 'ko' | 'en') => {
  const notification = { id: 'x', category: 'DNW', at: 0, path: null, content } as const;
  const { title, body } = JSON.parse(pushJob(notification, { ...device, language }, names).content);
  return `${title} / ${body}`;
};

const round = { kind: 'ROUND', tradeRoundId: 1, betId: 1, bets: 2, won: 0, returned: 0 } as const;
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
