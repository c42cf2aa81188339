// A notification in words, in both languages: the server writes them into web pushes, the app into the centre.
import { divide, storedUnits, toDecimal } from '@maru/engine/amount';
import type { WireMissedReason } from '../copytrade/wire.ts';
import type { Language } from '../refusals.ts';
import type { NotificationContent } from './calls.ts';

export interface NotificationText {
  readonly title: string;
  readonly line: string;
  /** A profit or loss, signed; it stands behind the line. */
  readonly figure?: string;
  readonly direction?: 'up' | 'down';
}

export interface Texts {
  readonly language: Language;
  /** An instrument by its code; its code stands for one that is not known. */
  describe(stock: string): { readonly name: string; readonly precision: number } | undefined;
  /** Of a wallet, for money that has not moved yet. */
  currencyOf?(wallet: string): string | undefined;
}

type Words = typeof ko;

const ko = {
  filled: '오더 체결완료',
  closed: '포지션 청산',
  causes: {
    TAKEPROFIT: '익절 체결',
    STOPLOSS: '손절 체결',
    TRAILINGSTOP: '추적 손절 체결',
    FORCED: '자동 청산',
  },
  buy: '매수',
  sell: '매도',
  contracts: (qty: string) => `${qty}계약`,
  order: (name: string, side: string, qty: string) => `${name} ${side} ${qty}`,
  liquidated: (name: string) => `${name} 강제 청산`,
  liquidatedLine: '증거금이 부족해 청산되었습니다',
  cancelled: '주문이 취소되었습니다',
  cancelledLine: (name: string, count: number) => (count === 1 ? name : `${name} 외 ${count - 1}건`),
  warned: (name: string) => `${name} 청산 위험`,
  ratio: (percent: string) => `증거금 비율 ${percent}%`,
  leverage: '레버리지를 바꾸었습니다',
  round: '회차 결과',
  roundOf: (no: string, outcome: string) => `${no}회차 ${outcome}`,
  outcomes: { won: '적중', lost: '미적중', returned: '무효·환급', mixed: '결과' },
  lasting: (seconds: number) => (seconds < 60 ? `${seconds}초` : `${seconds / 60}분`),
  orders: (bets: number) => `주문 ${bets}건`,
  bets: (bets: number, won: number, returned: number) =>
    `주문 ${bets}건 · 적중 ${won}건${returned === 0 ? '' : ` · 반환 ${returned}건`}`,
  dnw: {
    D: '입금',
    W: '출금',
    WB: 'P2P 구매',
    WS: 'P2P 판매',
    TI: '받은 이체',
    TO: '보낸 이체',
    CI: '전환',
    CO: '전환',
    E: '취소',
    C: '정산',
    B: '보너스',
    PB: '보너스',
    PM: '차감',
  } as Readonly<Record<string, string>>,
  statuses: [
    (type: string) => `${type} 신청을 받았습니다`,
    (type: string) => `${type} 완료`,
    (type: string) => `${type} 거절`,
    (type: string) => `${type} 취소`,
    (type: string) => `${type} 확인 중`,
  ],
  wallet: (name: string) => `${name} 지갑`,
  copied: (isOpen: boolean): string => (isOpen ? '카피 주문이 열렸습니다' : '카피 주문이 닫혔습니다'),
  lossLimit: '손실 한도에 닿아 카피를 닫았습니다',
  missed: (isOpen: boolean): string =>
    isOpen ? '카피 주문이 체결되지 않았습니다' : '카피 포지션이 남았습니다. 직접 정리해 주세요',
  reasons: {
    PAIR_OFF: '고르지 않은 종목',
    PAUSED: '일시 중지',
    OWN_POSITION: '내 포지션·주문이 있음',
    STOPPED: '거래 중지',
    NO_PRICE: '가격이 들어오지 않음',
    SLIPPAGE: '가격이 한도보다 불리',
    CAP: '최대 투자 도달',
    BALANCE: '잔액 부족',
    MIN_QTY: '최소 수량보다 적음',
    LEVERAGE: '레버리지 한도',
    NO_COPY: '닫을 카피 없음',
    LIMIT: '내가 정한 한도',
    FAILED: '주문 거절',
  } as Readonly<Record<WireMissedReason, string>>,
  followEnded: '팔로우가 끝났습니다',
  detached: '이제 트레이더를 따라가지 않습니다',
  detachedLine: '열린 카피를 직접 정리해 주세요',
  paidShare: (share: string) => `수익 분배 ${share}`,
  shared: (isPaid: boolean): string => (isPaid ? '수익 분배를 보냈습니다' : '수익 분배를 받았습니다'),
  reached: (name: string, level: string) => `${name} ${level} 도달`,
  ownAlert: '내가 정한 가격 알림',
  letter: '새 메시지',
  notice: '공지사항',
  released: (name: string) => `${name} 발표`,
  releasedIn: (country: string, minutes: number) =>
    minutes > 0 ? `${country} · ${minutes}분 뒤` : `${country} · 지금`,
};

const en: Words = {
  filled: 'Order filled',
  closed: 'Position closed',
  causes: {
    TAKEPROFIT: 'Take-profit filled',
    STOPLOSS: 'Stop-loss filled',
    TRAILINGSTOP: 'Trailing stop filled',
    FORCED: 'Closed automatically',
  },
  buy: 'buy',
  sell: 'sell',
  contracts: (qty) => `${qty} contracts`,
  order: (name, side, qty) => `${name} ${side} ${qty}`,
  liquidated: (name) => `${name} liquidated`,
  liquidatedLine: 'The margin was no longer enough',
  cancelled: 'An order was cancelled',
  cancelledLine: (name, count) => (count === 1 ? name : `${name} and ${count - 1} more`),
  warned: (name) => `${name} close to liquidation`,
  ratio: (percent) => `Margin ratio ${percent}%`,
  leverage: 'Leverage changed',
  round: 'Round result',
  roundOf: (no, outcome) => `Round ${no} ${outcome}`,
  outcomes: { won: 'won', lost: 'lost', returned: 'returned', mixed: 'result' },
  lasting: (seconds) => (seconds < 60 ? `${seconds}s` : `${seconds / 60}m`),
  orders: (bets) => (bets === 1 ? '1 order' : `${bets} orders`),
  bets: (bets, won, returned) =>
    `${bets} orders · ${won} won${returned === 0 ? '' : ` · ${returned} returned`}`,
  dnw: {
    D: 'Deposit',
    W: 'Withdrawal',
    WB: 'P2P purchase',
    WS: 'P2P sale',
    TI: 'Transfer received',
    TO: 'Transfer sent',
    CI: 'Conversion',
    CO: 'Conversion',
    E: 'Cancellation',
    C: 'Settlement',
    B: 'Bonus',
    PB: 'Bonus',
    PM: 'Deduction',
  },
  statuses: [
    (type) => `${type} requested`,
    (type) => `${type} done`,
    (type) => `${type} rejected`,
    (type) => `${type} cancelled`,
    (type) => `${type} in progress`,
  ],
  wallet: (name) => `${name} wallet`,
  copied: (isOpen) => (isOpen ? 'A copied order was opened' : 'A copied order was closed'),
  lossLimit: 'Your loss limit was reached: copies were closed',
  missed: (isOpen) =>
    isOpen ? 'An order was not copied' : 'A copied position was left: please close it yourself',
  reasons: {
    PAIR_OFF: 'instrument not chosen',
    PAUSED: 'paused',
    OWN_POSITION: 'own position or order',
    STOPPED: 'trading stopped',
    NO_PRICE: 'no price',
    SLIPPAGE: 'price worse than your limit',
    CAP: 'maximum investment reached',
    BALANCE: 'not enough balance',
    MIN_QTY: 'below the minimum quantity',
    LEVERAGE: 'leverage limit',
    NO_COPY: 'nothing to close',
    LIMIT: 'a limit of yours',
    FAILED: 'order refused',
  },
  followEnded: 'A follow has ended',
  detached: 'Your trader is not copied any more',
  detachedLine: 'Please close your open copies yourself',
  paidShare: (share) => `Profit share ${share}`,
  shared: (isPaid) => (isPaid ? 'A profit share was paid' : 'A profit share was received'),
  reached: (name, level) => `${name} reached ${level}`,
  ownAlert: 'Your price alert',
  letter: 'New message',
  notice: 'Notice',
  released: (name) => `${name} release`,
  releasedIn: (country, minutes) => (minutes > 0 ? `${country} · in ${minutes} minutes` : `${country} · now`),
};

export function notificationText(content: NotificationContent, texts: Texts): NotificationText {
  const words = texts.language === 'ko' ? ko : en;
  const nameOf = (stock: string): string => texts.describe(stock)?.name ?? stock;
  const priceIn = (stock: string, price: string): string =>
    grouped(price, texts.describe(stock)?.precision ?? 0);
  switch (content.kind) {
    case 'FILLED':
      return filled(content, words, { nameOf, priceIn });
    case 'LIQUIDATED':
      return {
        title: words.liquidated(nameOf(content.stock)),
        line: words.liquidatedLine,
        ...profit(content.net, content.currency, texts.language),
      };
    case 'CANCELLED':
      return { title: words.cancelled, line: words.cancelledLine(nameOf(content.stock), content.count) };
    case 'WARNED':
      return { title: words.warned(nameOf(content.stock)), line: words.ratio(percentOf(content.ratio)) };
    case 'LEVERAGE':
      return { title: words.leverage, line: `${content.stock} ${leverageText(content)}` };
    case 'ROUND':
      return {
        ...roundText(content, words, { nameOf, language: texts.language }),
        ...(content.net !== null && profit(content.net, content.currency, texts.language)),
      };
    case 'DNW': {
      const type = words.dnw[content.type] ?? content.type;
      const wallet = words.wallet(content.wallet);
      const currency = content.currency || (texts.currencyOf?.(content.wallet) ?? '');
      const amount = content.amount === null ? undefined : moneyText(content.amount, currency);
      return { title: words.statuses[content.status]?.(type) ?? type, line: amount ?? wallet };
    }
    case 'COPIED':
      return {
        title: content.isLossLimit ? words.lossLimit : words.copied(content.isOpen),
        line: nameOf(content.stock),
        ...(content.net !== null && profit(content.net, content.currency, texts.language)),
      };
    case 'COPY_MISSED':
      return {
        title: words.missed(content.isOpen),
        line: `${nameOf(content.stock)} · ${words.reasons[content.reason]}`,
      };
    case 'FOLLOW_ENDED':
      return { title: words.followEnded, line: words.paidShare(moneyText(content.share, content.currency)) };
    case 'FOLLOW_DETACHED':
      return { title: words.detached, line: words.detachedLine };
    case 'COPY_SHARED':
      return {
        title: words.shared(content.isPaid),
        line: moneyText(content.share, content.currency),
      };
    case 'PRICE':
      return {
        title: words.reached(
          nameOf(content.stock),
          priceIn(content.stock, content.level).replace(/\.0+$/, ''),
        ),
        line: words.ownAlert,
      };
    case 'LETTER':
      return { title: texts.language === 'ko' ? content.title : content.titleEn, line: words.letter };
    case 'NOTICE':
      return { title: texts.language === 'ko' ? content.title : content.titleEn, line: words.notice };
    case 'ECONOMIC':
      return {
        title: words.released(texts.language === 'ko' ? content.nameKo : content.nameEn),
        line: words.releasedIn(content.country, content.minutes),
      };
  }

  function moneyText(amount: string, currency: string): string {
    return `${grouped(shownOf(amount, currency), 0)}${unitOf(currency, texts.language)}`;
  }

  function filled(
    fill: Extract<NotificationContent, { kind: 'FILLED' }>,
    of: Words,
    shown: { readonly nameOf: typeof nameOf; readonly priceIn: typeof priceIn },
  ): NotificationText {
    const { unit, stock, side, qty, price, net, currency, cause } = fill;
    const size = unit === 'CONTRACTS' ? of.contracts(qty) : qty;
    const order = of.order(shown.nameOf(stock), side === 'LONG' ? of.buy : of.sell, size);
    const title = cause === null ? (net === null ? of.filled : of.closed) : of.causes[cause];
    if (net === null) return { title, line: `${order} · ${shown.priceIn(stock, price)}` };
    return { title, line: order, ...profit(net, currency, texts.language) };
  }
}

type Of<Kind> = Extract<NotificationContent, { kind: Kind }>;

/** `10x → 20x`; only what is now where the one before is not known, or where only the margin changed. */
const leverageText = ({ leverage, before }: Of<'LEVERAGE'>): string =>
  before === null || before === leverage ? `${leverage}x` : `${before}x → ${leverage}x`;

/** `1,283회차 적중 / 비트코인 1분`, and a game by its own name. */
function roundText(
  { no, stock, seconds, game, bets, won, returned, net }: Of<'ROUND'>,
  words: Words,
  { nameOf, language }: { readonly nameOf: (stock: string) => string; readonly language: Language },
): NotificationText {
  const counts = words.bets(bets, won, returned);
  if (no === null) return { title: words.round, line: counts };
  const { outcomes } = words;
  const whole = new Map([
    [won, outcomes.won],
    [returned, outcomes.returned],
    [bets - won - returned, outcomes.lost],
  ]).get(bets);
  const name = words.roundOf(grouped(String(no), 0), whole ?? outcomes.mixed);
  // The figure behind the line tells how several ended together.
  const orders = net === null && whole === undefined ? counts : words.orders(bets);
  if (game !== null) return { title: `${game[language]} ${name}`, line: orders };
  const instrument = `${nameOf(stock)} ${words.lasting(seconds)}`;
  return { title: name, line: bets === 1 ? instrument : `${instrument} · ${orders}` };
}

const PERCENT = 100n;

/** A share as a percentage, cut to two places without trailing zeros. */
function percentOf(share: string): string {
  const hundredths = ((storedUnits(share) ?? 0n) * PERCENT) / 1_000_000n;
  return toDecimal(hundredths * 1_000_000n);
}

/** `500,000원`, `12.5 USDT`; nothing behind a figure whose currency is not known. */
function unitOf(currency: string, language: Language): string {
  if (currency === '') return '';
  return currency === 'KRW' && language === 'ko' ? '원' : ` ${currency}`;
}

/** A ten-thousandth of these is money. */
const FINE_COINS: ReadonlySet<string> = new Set(['BTC', 'ETH']);
/** Units of the fourth place. */
const FOURTH = 10_000n;

/** With as many places as screens have: cut to four, but of coins worth thousands. */
function shownOf(amount: string, currency: string): string {
  const units = storedUnits(amount);
  if (units === undefined || FINE_COINS.has(currency)) return amount;
  return toDecimal(divide(units, FOURTH, 'down') * FOURTH);
}

function profit(net: string, currency: string, language: Language): Partial<NotificationText> {
  const units = storedUnits(shownOf(net, currency)) ?? 0n;
  const size = grouped(toDecimal(units < 0n ? -units : units), 0);
  const unit = unitOf(currency, language);
  if (units === 0n) return { figure: `${size}${unit}` };
  return {
    figure: `${units < 0n ? '−' : '+'}${size}${unit}`,
    direction: units < 0n ? 'down' : 'up',
  };
}

/** `25391.5` with at least two places is `25,391.50`. */
function grouped(text: string, leastPlaces: number): string {
  const [whole = '0', fraction = ''] = text.split('.');
  const places = fraction.padEnd(leastPlaces, '0');
  const digits = whole.replace('-', '−').replace(/\B(?=(\d{3})+$)/g, ',');
  return places === '' ? digits : `${digits}.${places}`;
}
