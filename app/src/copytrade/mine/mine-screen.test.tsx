import { closeCopied } from '@maru/contract/copytrade/close';
import {
  changeFollow,
  closeCopies,
  followResult,
  myTraders,
  unfollow,
} from '@maru/contract/copytrade/follows';
import { copyHistory } from '@maru/contract/copytrade/history';
import { trader } from '@maru/contract/copytrade/traders';
import { missedReason } from '@maru/contract/copytrade/wire';
import { futuresOptions } from '@maru/contract/futures/instruments';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import {
  filledOf,
  followOf,
  missedOf,
  openCopytrade,
  pageOf,
  resultOf,
  traderPage,
} from '../../copytrade-double.ts';
import { tradedBitcoin } from '../../futures-market-double.ts';
import { tap } from '../../screen-double.tsx';
import { copytradeMine as en } from '../../text/en/copytrade-mine.ts';
import { copytradeMine as ko } from '../../text/ko/copytrade-mine.ts';
import { reasonText } from './reason-text.ts';
import { closingAgain, sizeAgain } from './why-size-sheet.tsx';

afterEach(cleanup);

const open = async (visit: Parameters<typeof openCopytrade>[1] = {}) => {
  const page = await openCopytrade('/copytrade/mine', { follows: [followOf()], ...visit });
  await screen.findByText('내가 실제로 번 돈 · 비용 뒤');
  return page;
};
const wallet = { type: 'FUTURES', currency: 'USDT', point: '5000', gameWaitPoint: '0' };

test('what was earned after all costs leads, with both returns and the causes of their difference', async () => {
  await open();
  const head = within(screen.getByRole('region', { name: '내가 실제로 번 돈 · 비용 뒤' }));
  expect(head.getByText('+62.4614')).toBeTruthy();
  expect(await head.findByRole('img', { name: '내 수익률 +7.29%, 트레이더 수익률 +12.90%' })).toBeTruthy();
  const causes = within(screen.getByRole('region', { name: '차이 5.61%p는 어디서 왔나요' }));
  expect(causes.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '미끄러짐 진입 0.18% · 청산 0.31% −2.41%p',
    '놓친 거래·크기 차이 23건 가운데 5건 놓침 −1.62%p',
    '수수료·펀딩비 수수료 −7.05 · 펀딩비 −0.4 −0.84%p',
    '수익 분배 10% 최고점을 넘은 만큼만 −0.74%p',
  ]);
});

test('a copy has both entry prices, and is closed alone at the price that is seen', async () => {
  const { sent } = await open({
    prepare: (server) => server.answer(closeCopied, () => ({ reply: { fills: [], net: '5.8', wallet } })),
  });
  const card = await screen.findByRole('article', { name: 'BTCUSDT' });
  expect(card.textContent).toContain('내 진입 95,197.7');
  expect(card.textContent).toContain('트레이더 95,165.0');
  expect(card.textContent).toContain('증거금 418.87');
  await tap('BTCUSDT 내 것만 청산');
  const sheet = within(await screen.findByRole('dialog', { name: '내 것만 청산' }));
  // A long is sold at the bid.
  await waitFor(() => expect(sheet.getByText('지금 가격').nextElementSibling?.textContent).toBe('95,482.2'));
  await tap('시장가로 청산');
  expect(sent(closeCopied)).toEqual([{ futuresFollowerOrderId: 41, closePrice: '95482.2' }]);
});

test('a price that became worse is said, and the sheet stays', async () => {
  await open({ prepare: (server) => server.answer(closeCopied, () => ({ refusal: 'COPY_PRICE_WORSE' })) });
  await tap('BTCUSDT 내 것만 청산');
  await screen.findByRole('dialog', { name: '내 것만 청산' });
  await screen.findByText('95,482.2');
  await tap('시장가로 청산');
  expect(await screen.findByText(/보신 가격보다 0.5% 넘게 불리해졌습니다/)).toBeTruthy();
  expect(screen.getByRole('dialog', { name: '내 것만 청산' })).toBeTruthy();
});

test('each missed lead says why, with its figures', async () => {
  const records = [
    missedOf(),
    missedOf({ id: 500, reason: 'CAP', found: '4', allowed: '1000', tradeType: 'SHORT' }),
    missedOf({ id: 498, reason: 'MIN_QTY', found: '0.0008', allowed: '0.001' }),
    missedOf({ id: 497, reason: 'NO_PRICE', kind: 'CLOSE', found: null, allowed: null }),
  ];
  await open({ prepare: (server) => server.answer(copyHistory, () => ({ reply: pageOf(records) })) });
  const rows = within(await screen.findByRole('list', { name: '놓친 거래' })).getAllByRole('listitem');
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    '가격이 0.62% 불리 한도 0.50% BTCUSDT 롱 진입 11.15 13:46',
    '총 한도 1,000 USDT 도달 남은 한도 4 USDT BTCUSDT 숏 진입 11.15 13:46',
    '최소 수량보다 적음 0.0008 < 0.001 BTC BTCUSDT 롱 진입 11.15 13:46',
    '새 시세가 없음 카피가 남았습니다. 직접 청산하세요 BTCUSDT 롱 청산 11.15 13:46',
  ]);
});

test('all reasons have their words in both languages, with and without figures', () => {
  for (const reason of missedReason.options)
    for (const words of [ko, en])
      for (const figures of [{}, { found: null, allowed: null }]) {
        const text = reasonText(missedOf({ reason, ...figures }), words, tradedBitcoin);
        expect(text.title).not.toBe('');
        expect(text.line).not.toBe('');
      }
});

test('the size of a copy is computed again from what was recorded', async () => {
  await open();
  await tap(/^체결/, 'radio');
  await tap('0.044 BTC, 왜?');
  const sheet = within(await screen.findByRole('dialog', { name: '왜 0.044 BTC인가요?' }));
  expect(sheet.getByText(/체결 수량과 같습니다/)).toBeTruthy();
  expect(sheet.getByText('419 × 10 ÷ 95,197.7')).toBeTruthy();
  expect(sizeAgain(filledOf({ price: null }))).toBeUndefined();
  const sizing = { ...filledOf().sizing!, held: '0.044', closed: '0.05', of: '0.1' };
  expect(closingAgain(sizing)).toBe(2_200_000n);
});

test('pausing is one tap, and what goes on is said', async () => {
  const { sent } = await open({
    prepare: (server) => server.answer(changeFollow, () => ({ reply: followOf({ isPaused: true }) })),
  });
  await tap('일시 중지');
  expect(sent(changeFollow)).toEqual([{ traderFollowerId: 9, isPaused: true }]);
  expect(await screen.findByText('새 카피를 멈췄습니다. 청산은 계속 따라갑니다.')).toBeTruthy();
});

test('stopping offers both ways with what is settled, and staying is the bright button', async () => {
  await open();
  await tap('그만 따라가기');
  const sheet = within(await screen.findByRole('dialog', { name: '느린손 그만 따라가기' }));
  expect(sheet.getByText('1').closest('p')?.textContent).toBe('열린 카피가 1개 있습니다. 어떻게 할까요?');
  expect(sheet.getByRole('radio', { name: /새 거래만 멈추기/ }).getAttribute('aria-checked')).toBe('true');
  // 10 % of 68.0234 less what was paid.
  expect(sheet.getByText('정산할 수익 분배 10%').nextElementSibling?.textContent).toBe('−1.2404');
  expect(sheet.getByRole('button', { name: '계속 따라가기' }).className).toContain('button--primary');
  expect(sheet.queryByText('돌아오는 증거금')).toBeNull();
  await tap(/지금 모두 청산하고 끝내기/, 'radio');
  expect(sheet.getByText('돌아오는 증거금').nextElementSibling?.textContent).toBe('418.8700 USDT');
});

test('of a paused follow nothing is left to stop but everything', async () => {
  await open({ follows: [followOf({ isPaused: true })] });
  expect(screen.getByText('일시 중지 중')).toBeTruthy();
  await tap('그만 따라가기');
  const sheet = within(await screen.findByRole('dialog', { name: '느린손 그만 따라가기' }));
  expect(sheet.getAllByRole('radio').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^지금 모두 청산하고 끝내기/),
  ]);
});

test('a follow that its loss limit has stopped goes on only with another limit', async () => {
  const stopped = followOf({ isPaused: true, total: '-200.5', net: '-200.5', copies: [] });
  await open({ follows: [stopped] });
  expect(screen.getByRole('region', { name: '손실 한도에 닿아 멈췄습니다' })).toBeTruthy();
  const goOn = screen.getByRole('button', { name: '다시 따라가기' }) as HTMLButtonElement;
  expect(goOn.disabled).toBe(true);
  await tap('한도 바꾸기');
  expect(await screen.findByRole('dialog', { name: '팔로우 설정' })).toBeTruthy();
});

test('settings that cannot be opened say why', async () => {
  await open({ prepare: (server) => server.answer(trader, () => ({ refusal: 'TRADER_NOT_FOUND' })) });
  await tap('팔로우 설정');
  expect(await screen.findByRole('alertdialog', { name: '알림' })).toBeTruthy();
  expect(screen.queryByRole('dialog', { name: '팔로우 설정' })).toBeNull();
});

test('a guard that was not set is that of the instruments that are followed', async () => {
  const guards = () => screen.getByText('미끄러짐 한도').nextElementSibling?.textContent;
  await open({ follows: [followOf({ entryGuard: null })] });
  await waitFor(() => expect(guards()).toBe('진입 0.5% · 청산 0.8%'));
  cleanup();
  const ripple = { ...tradedBitcoin, id: 203, stock: 'XRPUSDT' };
  await open({
    follows: [followOf({ entryGuard: null, followStock: [tradedBitcoin.id, ripple.id] })],
    prepare: (server) => server.answer(futuresOptions, () => ({ reply: [tradedBitcoin, ripple] })),
  });
  await waitFor(() => expect(guards()).toBe('진입 0.5~1.5% · 청산 0.8%'));
});

test('closing everything ends the follow, with what it brought altogether', async () => {
  const { sent } = await open({
    prepare: (server) => {
      server.answer(closeCopies, () => ({ reply: { closed: 1, left: 0, net: '5.8', wallet } }));
      server.answer(unfollow, () => ({
        reply: { traderFollowerId: 9, share: '1.8', waived: '0', net: '66.4', wallet },
      }));
    },
  });
  await tap('그만 따라가기');
  await screen.findByRole('dialog', { name: '느린손 그만 따라가기' });
  await tap(/지금 모두 청산하고 끝내기/, 'radio');
  await tap('청산하고 끝내기');
  await waitFor(() => expect(sent(unfollow)).toEqual([{ traderFollowerId: 9 }]));
  expect(sent(closeCopies)).toEqual([{ traderFollowerId: 9, isPausing: true }]);
  expect(await screen.findByText('모두 합해 +66.4 USDT')).toBeTruthy();
});

test('the result of the end is shown where everything ends, and not where only new trades stop', async () => {
  await open();
  await tap('그만 따라가기');
  const sheet = within(await screen.findByRole('dialog', { name: '느린손 그만 따라가기' }));
  expect(sheet.getByText('확정 수익')).toBeTruthy();
  expect(sheet.queryByText('모두 끝낸 뒤 내 수익')).toBeNull();
  await tap(/지금 모두 청산하고 끝내기/, 'radio');
  expect(sheet.getByText('모두 끝낸 뒤 내 수익')).toBeTruthy();
  expect(sheet.getByText('열린 카피 예상')).toBeTruthy();
});

test('what the trader no longer offers can stay chosen while something else is changed', async () => {
  const ripple = { ...tradedBitcoin, id: 203, stock: 'XRPUSDT' };
  const { sent } = await open({
    follows: [followOf({ followStock: [tradedBitcoin.id, ripple.id] })],
    prepare: (server) => {
      server.answer(futuresOptions, () => ({ reply: [tradedBitcoin, ripple] }));
      server.answer(trader, () => ({ reply: traderPage({ pairs: [tradedBitcoin.id] }) }));
      server.answer(changeFollow, () => ({ reply: followOf() }));
    },
  });
  await tap('팔로우 설정');
  const sheet = within(await screen.findByRole('dialog', { name: '팔로우 설정' }));
  await act(async () =>
    fireEvent.change(sheet.getByRole('textbox', { name: '최대 투자' }), { target: { value: '700' } }),
  );
  expect(sheet.queryByText('종목을 하나 이상 선택해 주세요.')).toBeNull();
  await tap('저장');
  await waitFor(() => expect(sent(changeFollow)).toHaveLength(1));
  expect(sent(changeFollow)[0]).toMatchObject({ followStock: [tradedBitcoin.id, ripple.id], maxBet: '700' });
});

test('a follow whose copies came back open says what to do', async () => {
  await open({
    follows: [followOf({ copies: [] })],
    prepare: (server) => server.answer(unfollow, () => ({ refusal: 'FOLLOW_POSITIONS_OPEN' })),
  });
  await tap('그만 따라가기');
  await screen.findByText('열린 카피가 없어 바로 끝낼 수 있습니다.');
  await tap('끝내기');
  expect(await screen.findByText(/열린 카피를 먼저 정리해 주세요/)).toBeTruthy();
});

test('a detached follow says that nobody closes for the follower, and offers to close all', async () => {
  const { sent } = await open({
    follows: [followOf({ state: 'DETACHED' })],
    prepare: (server) =>
      server.answer(closeCopies, () => ({ reply: { closed: 1, left: 0, net: '-3', wallet } })),
  });
  expect(screen.getByText('이제 따라가지 않습니다')).toBeTruthy();
  expect(screen.queryByRole('button', { name: '일시 중지' })).toBeNull();
  await tap('모두 청산');
  const asked = await screen.findByRole('alertdialog', { name: '카피 1개를 모두 청산할까요?' });
  within(asked).getByRole('button', { name: '모두 청산' }).click();
  await waitFor(() => expect(sent(closeCopies)).toEqual([{ traderFollowerId: 9 }]));
});

test('a push of a copy reads the follow again', async () => {
  let net = '62.4614';
  const page = await open({
    prepare: (server) => server.answer(myTraders, () => ({ reply: { content: [followOf({ net })] } })),
  });
  net = '-3.5';
  await page.pushCopy('COPYTRADE_CLOSE');
  expect(await screen.findByText('−3.5000')).toBeTruthy();
});

test('the returns follow a paid share as the sum above them does', async () => {
  let minePercent = 7.29;
  const page = await open({
    prepare: (server) => server.answer(followResult, () => ({ reply: resultOf({ minePercent }) })),
  });
  await screen.findByText('+7.29%', { selector: 'b' });
  minePercent = 6.56;
  const share = { share: '5.562', waived: '0', currency: 'USDT' };
  await page.pushCopy('COPYTRADE_SHARE', { role: 'FOLLOWER', traderFollowerId: 9, share });
  expect(await screen.findByText('+6.56%', { selector: 'b' })).toBeTruthy();
});

test('being detached is said at once, with what to do', async () => {
  const page = await open();
  await page.pushCopy('COPYTRADE_FOLLOW', { role: 'FOLLOWER', traderFollowerId: 9, follow: 'DETACHED' });
  expect(await screen.findByText('열린 카피를 직접 정리하세요.')).toBeTruthy();
});

test('a missed copy is said with its reason, but one that was chosen is listed alone', async () => {
  const page = await open();
  const missed = (reason: 'PAIR_OFF' | 'CAP') => ({
    ...({ futuresOptionId: tradedBitcoin.id, stock: 'BTCUSDT', tradeType: 'LONG', isOpen: true } as const),
    ...{ cause: 'LEAD' as const, qty: null, price: null, net: null, reason },
  });
  const push = (reason: 'PAIR_OFF' | 'CAP') =>
    page.pushCopy('COPYTRADE_MISSED', { role: 'FOLLOWER', traderFollowerId: 9, copied: missed(reason) });
  await push('PAIR_OFF');
  expect(screen.queryByText('놓친 카피 · BTCUSDT')).toBeNull();
  await push('CAP');
  expect(await screen.findByText('놓친 카피 · BTCUSDT')).toBeTruthy();
});

test('settings are saved only when they are others', async () => {
  await open();
  await tap('팔로우 설정');
  const sheet = within(await screen.findByRole('dialog', { name: '팔로우 설정' }));
  const save = sheet.getByRole('button', { name: '저장' }) as HTMLButtonElement;
  expect(save.disabled).toBe(true);
  await act(async () =>
    fireEvent.change(sheet.getByRole('textbox', { name: '최대 투자' }), { target: { value: '1200' } }),
  );
  expect(save.disabled).toBe(false);
});

test('a share that was paid is said with its amount', async () => {
  const page = await open();
  const share = { share: '5.562', waived: '0', currency: 'USDT' };
  await page.pushCopy('COPYTRADE_SHARE', { role: 'FOLLOWER', traderFollowerId: 9, share });
  expect(await screen.findByText('수익을 분배했습니다')).toBeTruthy();
  expect(screen.getByText('5.562 USDT')).toBeTruthy();
});

test('without a follow the page leads to traders, and shows what ended', async () => {
  await openCopytrade('/copytrade/mine', {
    follows: [
      followOf({
        state: 'ENDED',
        copies: [],
        net: '-41.2',
        endedBy: 'TRADER',
        endedMillis: 1_700_000_000_000,
      }),
    ],
  });
  expect(await screen.findByText('트레이더를 팔로우하지 않습니다')).toBeTruthy();
  const past = within(screen.getByRole('region', { name: '지난 팔로우' }));
  expect(past.getByText('−41.2000')).toBeTruthy();
  expect(past.getByText('트레이더가 끝냄')).toBeTruthy();
});

test('a new follow has no returns yet, and a failed result can be read again', async () => {
  let isDown = true;
  await open({
    prepare: (server) =>
      server.answer(followResult, () =>
        isDown
          ? { refusal: 'FOLLOW_NOT_FOUND' }
          : { reply: resultOf({ days: [], minePercent: null, traderPercent: null }) },
      ),
  });
  await screen.findByText('수익률을 불러오지 못했습니다.');
  isDown = false;
  await tap('다시 불러오기');
  expect(await screen.findByText('카피를 청산하면 여기에 두 수익률이 나옵니다.')).toBeTruthy();
});
