// A notice as a toast and a sound. A gain and a loss have the same size, time and sound (docs/design.md 13).
import { directionOf, formatDecimal, formatPrice } from '@maru/client/format';
import { displayName } from '@maru/client/format-label';
import type { WireFuturesFill, WireFuturesOrder } from '@maru/contract/futures/wire';
import { amount, parseUnits, sum, toDecimal } from '@maru/engine/amount';
import type { Toast } from '../../shell/messages/toast-queue.ts';
import type { MoneyText } from '../../shell/money-text.ts';
import type { SoundEvent } from '../../sound/sound-rules.ts';
import type { FuturesOrdersWords } from '../../text/futures-orders.ts';
import type { Notice } from './push-notices.ts';

type Traded = WireFuturesOrder | WireFuturesFill;

export interface NoticeTexts {
  readonly words: FuturesOrdersWords;
  /** `매수 BTCUSDT 0.250 BTC · 95,482.4` */
  describe(of: Traded, price: string | null): string;
  moneyIn(currency: string): Pick<MoneyText, 'signed'>;
  /** Opens the receipt of a fill; of a liquidation it is its report. */
  openReceipt(fillId: number): void;
}

interface ToastAndSound {
  readonly toast: Toast;
  readonly sound?: SoundEvent;
}

export function presentNotice(notice: Notice, texts: NoticeTexts): ToastAndSound {
  const { words } = texts;
  switch (notice.kind) {
    case 'accepted':
      return accepted(notice.order, texts);
    case 'cancelled':
      return cancelled(notice.orders, texts);
    case 'filled':
      return filled(notice.fill, texts);
    case 'liquidated':
      return liquidated(notice.fills, texts);
    case 'risk':
      return risk(notice, texts);
    case 'leverage': {
      const { stock, leverage, marginType } = notice.leverage;
      const line = words.leverageLine({
        name: displayName(stock),
        type: words.marginType[marginType],
        leverage: String(leverage),
      });
      return { toast: { kind: 'order', title: words.leverageChanged, line } };
    }
  }
}

const soundOf = ({ tradeType, marketType }: Traded, sound: 'SUCCESS' | 'CANCEL' | 'FILLED'): SoundEvent => ({
  kind: 'order',
  sound,
  tradeType,
  marketType,
});

const sideTone = ({ tradeType }: Traded) => (tradeType === 'LONG' ? 'up' : 'down');

const accepted = (order: WireFuturesOrder, { words, describe }: NoticeTexts): ToastAndSound => ({
  toast: {
    kind: 'order',
    title: words.orderAccepted,
    line: describe(order, order.price ?? order.stopPrice),
    direction: sideTone(order),
  },
  sound: soundOf(order, 'SUCCESS'),
});

function cancelled(orders: readonly WireFuturesOrder[], { words, describe }: NoticeTexts): ToastAndSound {
  const [first] = orders as readonly [WireFuturesOrder];
  const isOne = orders.length === 1;
  const isMine = orders.every(({ cancelReason }) => (cancelReason ?? 'PLAYER') === 'PLAYER');
  const reason = words.cancelled[first.cancelReason ?? 'PLAYER'];
  const many = words.manyCancelled(formatDecimal(String(orders.length)));
  // A member who cancelled it knows why. Otherwise the reason comes first, because the end of a long line is cut.
  const one = isMine ? words.orderCancelled : words.cancelledFor(reason);
  return {
    toast: {
      kind: 'cancelled',
      title: isOne ? one : many,
      line: isOne ? describe(first, first.price ?? first.stopPrice) : isMine ? undefined : reason,
    },
    sound: soundOf(first, 'CANCEL'),
  };
}

function titleOf({ marketType, openedQty }: WireFuturesFill, words: FuturesOrdersWords): string {
  if (marketType === 'TAKEPROFIT') return words.closedByProfit;
  if (marketType === 'STOPLOSS') return words.closedByLoss;
  if (marketType === 'TRAILINGSTOP') return words.closedByTrailing;
  return isZero(openedQty) ? words.closedPosition : words.orderFilled;
}

const isZero = (text: string): boolean => !/[1-9]/.test(text);

function filled(fill: WireFuturesFill, { words, describe, moneyIn }: NoticeTexts): ToastAndSound {
  const isClose = !isZero(fill.closedQty);
  // A fill that reversed a position has opened one too: the toast describes the order.
  const isWhole = isClose && isZero(fill.openedQty);
  const name = displayName(fill.stock);
  const line = isClose
    ? words.netOf(isWhole ? name : describe(fill, fill.price))
    : describe(fill, fill.price);
  const sign = directionOf(fill.net);
  return {
    toast: {
      kind: 'filled',
      title: isClose ? titleOf(fill, words) : words.orderFilled,
      line: fill.isAfterGap ? words.withReason(line, words.afterGap) : line,
      ...(isClose && { figure: moneyIn(fill.currency).signed(fill.net) }),
      ...(isClose ? (sign === 'flat' ? {} : { direction: sign }) : { direction: sideTone(fill) }),
    },
    sound: soundOf(fill, 'FILLED'),
  };
}

function liquidated(
  fills: readonly WireFuturesFill[],
  { words, moneyIn, openReceipt }: NoticeTexts,
): ToastAndSound {
  const [first] = fills as readonly [WireFuturesFill];
  const total = toDecimal(sum(fills.map(({ net }) => amount(net))));
  // What closes a long is a sale.
  const side = words.shortSide[first.tradeType === 'LONG' ? 'SHORT' : 'LONG'];
  const others = formatDecimal(String(fills.length - 1));
  const name = displayName(first.stock);
  return {
    toast: {
      kind: 'liquidation',
      title: words.liquidated,
      line: fills.length === 1 ? words.liquidatedLine(name, side) : words.andMore(name, others),
      figure: moneyIn(first.currency).signed(total),
      onPress: () => openReceipt(first.id),
    },
    sound: { kind: 'liquidationWarning' },
  };
}

/** The riskiest position by name: which side it has, the banner on the dock shows. */
function risk({ warning }: Extract<Notice, { kind: 'risk' }>, { words }: NoticeTexts): ToastAndSound {
  const { marginType, positions, ratio } = warning;
  const [riskiest, ...others] = positions.map(({ stock }) => displayName(stock));
  const name = riskiest ?? warning.wallet;
  const percent = toDecimal((parseUnits(ratio) ?? 0n) * 100n);
  return {
    toast: {
      kind: 'risk',
      title: words.riskOf(
        others.length === 0 ? name : words.andMore(name, formatDecimal(String(others.length))),
        words.marginType[marginType],
      ),
      line: words.riskLine(`${formatPrice(percent, 2)}%`),
    },
    sound: { kind: 'liquidationWarning' },
  };
}
