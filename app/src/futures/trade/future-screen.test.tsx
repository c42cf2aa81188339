import { placeFuturesOrder } from '@maru/contract/futures/calls';
import { futuresOptions } from '@maru/contract/futures/instruments';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { answerFutures, openFutures, orderOf, positionOf } from '../../futures-double.ts';
import { termsOf, tradedBitcoin } from '../../futures-market-double.ts';
import { openScreen, tap } from '../../screen-double.tsx';
import { serverDouble, storedTokens } from '../../server-double.ts';

afterEach(cleanup);

const type = (label: string, value: string) =>
  act(async () =>
    fireEvent.change(screen.getByLabelText(label, { selector: 'input' }), { target: { value } }),
  );
const facts = () => document.querySelector('.futures-form__facts')?.textContent;
const buy = () => tap(/^매수·롱, /);
const sell = () => tap(/^매도·숏, /);

async function open(visit: Parameters<typeof openFutures>[1] = {}, path = '/future/BTCUSDT') {
  const page = await openFutures(path, visit);
  await screen.findByRole('listbox', { name: '호가' });
  await page.tick();
  await page.pass(300);
  return page;
}

test('price, change, funding with its countdown, mark and the book are shown', async () => {
  const { pass } = await open();
  expect(document.querySelector('.price-strip__price')?.textContent).toBe('95,482.3');
  expect(screen.getByText('+1,204.8')).toBeTruthy();
  expect(screen.getByText('펀딩비').nextSibling?.textContent).toBe('0.0100%');
  expect(screen.getByText('정산까지').nextSibling?.textContent).toBe('03:12:44');
  await pass(2_000);
  expect(screen.getByText('정산까지').nextSibling?.textContent).toBe('03:12:42');
  expect(screen.getByText('마크 95,479.6')).toBeTruthy();
  const book = within(screen.getByRole('listbox', { name: '호가' }));
  expect(book.getAllByRole('option')).toHaveLength(12);
  expect(book.getAllByText('3.053')).toHaveLength(2);
});

test('what an order takes is computed before it is sent: margin, fee, liquidation of both sides', async () => {
  await open();
  await type('수량 BTC', '0.25');
  // 0.25 × 95,482.3 / 20, and 0.08 % of the value.
  expect(facts()).toContain('필요 증거금1,193.5287 USDT');
  expect(facts()).toContain('수수료 0.08%19.0964 USDT');
  expect(facts()).toContain('사용 가능12,405.2219 USDT');
  expect(facts()).toMatch(/청산가롱 46,\d{3}\.\d · 숏 144,\d{3}\.\d/);
});

test('the fee of an order is explained with the figures of the form', async () => {
  await open();
  await type('주문 가격', '95000');
  await type('수량 BTC', '0.25');
  await tap('수수료 19 USDT, 왜?');
  const sheet = within(await screen.findByRole('dialog', { name: '왜 19 USDT인가요?' }));
  expect(sheet.getByText('수량 × 가격 × 수수료율')).toBeTruthy();
  expect(sheet.getByText('0.25 × 95,000.0 × 0.08%')).toBeTruthy();
  // The other figures of the form are explained in the same sheet.
  await tap('증거금', 'radio');
  expect(screen.getByRole('dialog', { name: '왜 1,187.5 USDT인가요?' })).toBeTruthy();
  expect(sheet.getByText('0.25 × 95,000.0 ÷ 20')).toBeTruthy();
  await tap('숏 청산가', 'radio');
  expect(screen.getByRole('dialog', { name: /^왜 14\d,\d{3}\.\d인가요/ })).toBeTruthy();
  expect(sheet.getByText(/마크가가 여기까지 오르면/)).toBeTruthy();
});

test('the fee of an inverse contract is its dollars divided by the price', async () => {
  const terms = termsOf({
    contractType: 'INVERSE',
    walletCurrency: 'BTC',
    quoteCurrency: 'USD',
    qtyStep: '1',
  });
  await open({ instruments: [{ ...tradedBitcoin, terms }] });
  await type('주문 가격', '95000');
  await type('수량 USD', '950000');
  await tap('수수료 0.008 BTC, 왜?');
  expect(await screen.findByText('수량 ÷ 가격 × 수수료율')).toBeTruthy();
  expect(screen.getByText('950,000 ÷ 95,000.0 × 0.08%')).toBeTruthy();
});

test('a limit order is sent with the price of the form, in the side that is pressed', async () => {
  const { sent } = await open();
  await type('주문 가격', '95000');
  await type('수량 BTC', '0.25');
  await sell();
  expect(sent(placeFuturesOrder)).toEqual([
    expect.objectContaining({
      futuresOptionId: 201,
      tradeType: 'SHORT',
      marketType: 'LIMIT',
      qty: '0.25',
      price: '95000',
      leverage: 20,
      marginType: 'CROSS',
    }),
  ]);
});

test('an order that would be refused is explained and not sent', async () => {
  const { sent } = await open();
  await tap('시장가', 'radio');
  await type('수량 BTC', '9');
  await buy();
  expect(await screen.findByRole('alertdialog', { name: '알림' })).toBeTruthy();
  expect(sent(placeFuturesOrder)).toEqual([]);
});

test('price and trigger begin at the market, and a field that was emptied is left to whoever types in it', async () => {
  const { tick, pass } = await open();
  await tap('STOP', 'radio');
  const field = (name: string) => screen.getByRole<HTMLInputElement>('spinbutton', { name }).value;
  expect(field('감시 가격')).toBe('95,482.3');
  await type('주문 가격', '');
  await tick({ lastPrice: '95600' });
  await pass(400);
  expect([field('주문 가격'), field('감시 가격')]).toEqual(['', '95,482.3']);
});

test('a stop that would fire at once is refused on the side on which it would, and only there', async () => {
  const { sent } = await open();
  await tap('MIT', 'radio');
  await type('감시 가격', '95600');
  await type('수량 BTC', '0.1');
  await sell();
  const alert = await screen.findByRole('alertdialog', { name: '알림' });
  expect(within(alert).getByText('현재가에서 바로 발동되는 감시가로는 주문할 수 없습니다.')).toBeTruthy();
  await act(async () => fireEvent.click(within(alert).getByRole('button')));
  await buy();
  expect(sent(placeFuturesOrder)).toMatchObject([
    { tradeType: 'LONG', marketType: 'STOPMARKET', stopPrice: '95600', isMark: false },
  ]);
});

test('a stop-loss beyond the liquidation price is refused before the order is sent', async () => {
  const { sent } = await open();
  await type('수량 BTC', '0.25');
  await tap('익절·손절', 'checkbox');
  const sheet = within(await screen.findByRole('dialog', { name: '익절·손절' }));
  await act(async () =>
    fireEvent.change(sheet.getByLabelText('손절 가격 USDT'), { target: { value: '40000' } }),
  );
  expect(sheet.getByText('청산가보다 먼 손절은 체결될 수 없어 설정할 수 없습니다.')).toBeTruthy();
  await act(async () => fireEvent.click(sheet.getByRole('button', { name: '적용' })));
  await buy();
  expect(sent(placeFuturesOrder)).toEqual([]);
  // A sell would be stopped above its price: the same exit is wrong in another way.
  expect(await screen.findByRole('alertdialog', { name: '알림' })).toBeTruthy();
});

test('exits travel with the order, each with the price that it watches', async () => {
  const { sent } = await open();
  await type('수량 BTC', '0.25');
  await tap('익절·손절', 'checkbox');
  const sheet = within(await screen.findByRole('dialog', { name: '익절·손절' }));
  await act(async () => fireEvent.click(sheet.getByRole('button', { name: '+25%' })));
  const stop = within(sheet.getByRole('region', { name: '손절' }));
  await act(async () => fireEvent.click(stop.getByRole('radio', { name: '현재가' })));
  await act(async () => fireEvent.click(stop.getByRole('button', { name: '−50%' })));
  await act(async () => fireEvent.click(sheet.getByRole('button', { name: '적용' })));
  await buy();
  expect(sent(placeFuturesOrder)).toMatchObject([
    { takeProfit: '96675.8', isMarkTp: true, stopLoss: '93095.2', isMarkSl: false },
  ]);
});

test('the slider takes a share of what both sides could order', async () => {
  const { sent } = await open();
  const slider = screen.getByRole('slider', { name: '수량 비율' });
  await act(async () => fireEvent.keyDown(slider, { key: 'End' }));
  expect(slider.getAttribute('aria-valuenow')).toBe('100');
  await buy();
  await waitFor(() => expect(sent(placeFuturesOrder)).toHaveLength(1));
  const [order] = sent(placeFuturesOrder) as [{ qty: string }];
  expect(Number(order.qty)).toBeGreaterThan(2.4);
});

test('a quantity may be typed as money', async () => {
  const { sent } = await open();
  await tap('수량 단위 BTC, 바꾸기');
  const sheet = within(await screen.findByRole('dialog', { name: '수량 단위' }));
  await act(async () => fireEvent.click(sheet.getByText('USDT')));
  await type('수량 USDT', '10000');
  expect(facts()).toContain('필요 증거금496.5');
  await buy();
  expect(sent(placeFuturesOrder)).toMatchObject([{ notional: '10000' }]);
});

test('a price of the book is put into the form', async () => {
  await open();
  await act(async () => fireEvent.click(screen.getByText('95,483.0')));
  expect(screen.getByLabelText('주문 가격', { selector: 'input' })).toHaveProperty('value', '95,483.0');
});

test('the confirmation shows what the order commits to, and only then it is sent', async () => {
  const { sent } = await open({ confirmOrders: true, positions: [positionOf()] });
  await type('수량 BTC', '0.25');
  await buy();
  const sheet = within(await screen.findByRole('dialog', { name: '매수·롱 주문을 넣을까요?' }));
  expect(sheet.getByText('마진 · 레버리지').nextSibling?.textContent).toBe('교차 20x');
  expect(sheet.getByText('청산가').nextSibling?.textContent).toMatch(/→/);
  expect(sent(placeFuturesOrder)).toEqual([]);
  await act(async () => fireEvent.click(sheet.getByRole('button', { name: '매수·롱 0.250 BTC 주문' })));
  expect(sent(placeFuturesOrder)).toHaveLength(1);
});

test('post-only and immediate-or-cancel exclude each other and belong to limits', async () => {
  const { sent } = await open();
  await tap('주문 설정');
  await tap('지정가 대기만 (Post-only)', 'switch');
  await tap('즉시 체결만 (IOC)', 'switch');
  expect(screen.getByRole('switch', { name: '지정가 대기만 (Post-only)' }).getAttribute('aria-checked')).toBe(
    'false',
  );
  await tap('닫기');
  await tap('시장가', 'radio');
  await type('수량 BTC', '0.1');
  await buy();
  expect(sent(placeFuturesOrder)).toHaveLength(1);
  expect(sent(placeFuturesOrder)[0]).not.toHaveProperty('ioc');
});

test('a reduce-only order needs a position on the other side and takes at most that', async () => {
  const { sent } = await open({ positions: [positionOf()] });
  await tap('포지션 줄이기만', 'checkbox');
  expect(screen.getByRole('button', { name: '매도·숏, 최대 0.250 BTC, 지정가' })).toBeTruthy();
  await type('수량 BTC', '0.1');
  await buy();
  const alert = await screen.findByRole('alertdialog', { name: '알림' });
  await act(async () => fireEvent.click(within(alert).getByRole('button')));
  await sell();
  expect(sent(placeFuturesOrder)).toMatchObject([{ tradeType: 'SHORT', reduceOnly: true }]);
});

test('tabs count positions and orders of all instruments, and lead to lists and back', async () => {
  await open({ positions: [positionOf()], orders: [orderOf()] });
  expect(screen.getByRole('tab', { name: /^포지션\s?1$/ })).toBeTruthy();
  await tap(/^미체결\s?1$/, 'tab');
  expect(await screen.findByText('95,000.0')).toBeTruthy();
  expect(screen.queryByRole('listbox', { name: '호가' })).toBeNull();
  await tap('매수·롱 주문하러 가기');
  expect(screen.getByRole('listbox', { name: '호가' })).toBeTruthy();
});

test('the wallet is shown as the server values it, and the copy tab leads to traders', async () => {
  const { pushCross } = await open();
  await tap('자산', 'tab');
  expect((await screen.findByText('사용 가능')).nextSibling?.textContent).toBe('12,405.2219 USDT');
  await pushCross({ markPnl: '-124.45931872', equity: '12280.76', ratio: '0.0812' });
  expect(screen.getByText('교차 미실현 손익').nextSibling?.textContent).toBe('−124.45931872 USDT');
  expect(screen.getByText('평가 금액').nextSibling?.textContent).toBe('12,280.7625 USDT');
  expect(screen.getByText('증거금 비율').nextSibling?.textContent).toBe('8.12%');
  await tap('카피', 'tab');
  expect(await screen.findByText('트레이더를 팔로우하지 않습니다')).toBeTruthy();
  expect(screen.getByRole('button', { name: '트레이더 찾기' })).toBeTruthy();
});

test('a guest sees everything, and the dock leads to signing in', async () => {
  await open({ signedIn: false }, '/futureView/BTCUSDT');
  const dock = within(screen.getByRole('region', { name: '로그인 안내' }));
  expect(dock.getByRole('link', { name: '로그인하고 거래하기' }).getAttribute('href')).toBe('/signin');
  await type('수량 BTC', '0.25');
  expect(facts()).toContain('필요 증거금1,193.5287 USDT');
  expect(document.querySelector('.futures-form__fault')).toBeNull();
});

test('an instrument is chosen in the drawer, which closes', async () => {
  const { at } = await open();
  await tap('선물 종목 열기');
  const drawer = within(await screen.findByRole('dialog', { name: '선물거래' }));
  await act(async () => fireEvent.click(await drawer.findByRole('button', { name: /이더리움/ })));
  await waitFor(() => expect(at()).toBe('/future/ETHUSDT'));
  expect(await screen.findByRole('button', { name: 'ETHUSDT 무기한, 종목 바꾸기' })).toBeTruthy();
});

test('where orders are stopped or the site does not trade, the dock says so', async () => {
  await open({ instruments: [{ ...tradedBitcoin, terms: termsOf({ mode: 'STOPPED' }) }] });
  expect(screen.getByText('주문을 잠시 멈췄습니다')).toBeTruthy();
  cleanup();
  await open({ instruments: [{ ...tradedBitcoin, terms: null }] });
  expect(screen.getByText('이 종목은 주문을 받지 않습니다')).toBeTruthy();
});

test('an unknown instrument is reported, and the page is left', async () => {
  const { at } = await openFutures('/future/NOPEUSDT');
  const alert = await screen.findByRole('alertdialog', { name: '알림' });
  expect(within(alert).getByText('종목을 찾을 수 없습니다.')).toBeTruthy();
  await waitFor(() => expect(at()).toBe('/oversea'));
});

test('a list that cannot be read offers to try again', async () => {
  const server = serverDouble({ storage: storedTokens() });
  answerFutures(server);
  server.answer(futuresOptions, () => ({ refusal: 'TRY_AGAIN' }));
  openScreen('/future/BTCUSDT', { signedIn: true, server });
  expect(await screen.findByText('시세를 불러오지 못했습니다')).toBeTruthy();
  answerFutures(server);
  await tap('다시 시도');
  expect(await screen.findByRole('listbox', { name: '호가' })).toBeTruthy();
});
