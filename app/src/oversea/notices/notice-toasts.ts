// A notice as a toast and a sound. A gain and a loss have the same size, time and sound (docs/design.md 13).
import { directionOf, formatDecimal } from '@maru/client/format';
import type { WireOverseaFill, WireOverseaOrder } from '@maru/contract/oversea/calls';
import { amount, sum, toDecimal } from '@maru/engine/amount';
import type { Toast } from '../../shell/messages/toast-queue.ts';
import type { MoneyText } from '../../shell/money-text.ts';
import type { SoundEvent } from '../../sound/sound-rules.ts';
import type { OverseaAccountWords } from '../../text/oversea-account.ts';
import type { Notice, Traded } from './push-notices.ts';

export interface NoticeTexts {
  readonly words: OverseaAccountWords;
  /** `매수 나스닥 2계약 · 25,412.50` */
  describe(of: Traded, price: string | null): string;
  nameOf(of: Traded): string;
  moneyIn(currency: string): Pick<MoneyText, 'signed'>;
}

interface ToastAndSound {
  readonly toast: Toast;
  readonly sound: SoundEvent;
}

export function presentNotice(notice: Notice, texts: NoticeTexts): ToastAndSound {
  switch (notice.kind) {
    case 'accepted':
      return accepted(notice.order, texts);
    case 'cancelled':
      return cancelled(notice.orders, texts);
    case 'filled':
      return filled(notice.fill, texts);
    case 'losscut':
      return lossCutToast(notice.fills, texts);
  }
}

const soundOf = ({ tradeType, marketType }: Traded, sound: 'SUCCESS' | 'CANCEL' | 'FILLED'): SoundEvent => ({
  kind: 'order',
  sound,
  tradeType,
  marketType,
});

const sideTone = ({ tradeType }: Traded) => (tradeType === 'LONG' ? 'up' : 'down');

function accepted(order: WireOverseaOrder, { words, describe }: NoticeTexts): ToastAndSound {
  return {
    toast: {
      kind: 'order',
      title: words.orderAccepted,
      line: describe(order, order.price),
      direction: sideTone(order),
    },
    sound: soundOf(order, 'SUCCESS'),
  };
}

function cancelled(orders: readonly WireOverseaOrder[], { words, describe }: NoticeTexts): ToastAndSound {
  const [first] = orders as readonly [WireOverseaOrder];
  const isOne = orders.length === 1;
  const reasons = new Set(orders.map(({ cancelReason }) => cancelReason ?? 'PLAYER'));
  const reason = words.cancelled[first.cancelReason ?? 'PLAYER'];
  const isMine = reasons.size === 1 && reasons.has('PLAYER');
  const many = words.manyCancelled(formatDecimal(String(orders.length)));
  // A member who cancelled it knows why. Otherwise the reason comes first, because the end of a long line is cut.
  const one = isMine ? words.orderCancelled : words.cancelledFor(reason);
  return {
    toast: {
      kind: 'cancelled',
      title: isOne ? one : many,
      line: isOne ? describe(first, first.price) : isMine ? undefined : reason,
    },
    sound: soundOf(first, 'CANCEL'),
  };
}

/** The event and its cause; the line below has only the room that the figure beside it leaves. */
function titleOf(
  { forcedReason, marketType, closedQty, openedQty }: WireOverseaFill,
  words: NoticeTexts['words'],
) {
  if (forcedReason !== null) return words.forced[forcedReason];
  if (marketType === 'TAKEPROFIT') return words.closedByProfit;
  if (marketType === 'STOPLOSS') return words.closedByLoss;
  return closedQty > 0 && openedQty === 0 ? words.closedPosition : words.orderFilled;
}

function filled(fill: WireOverseaFill, { words, describe, nameOf, moneyIn }: NoticeTexts): ToastAndSound {
  const isClose = fill.closedQty > 0;
  // A fill that reversed a position has opened one too: the toast describes the order.
  const isWhole = isClose && fill.openedQty === 0;
  const line = isClose
    ? words.netOf(isWhole ? nameOf(fill) : describe(fill, fill.price))
    : describe(fill, fill.price);
  const sign = directionOf(fill.net);
  return {
    toast: {
      kind: 'filled',
      title: titleOf(fill, words),
      line: fill.isAfterGap ? words.withReason(line, words.afterGap) : line,
      ...(isClose && { figure: moneyIn(fill.currency).signed(fill.net) }),
      ...(isClose ? (sign === 'flat' ? {} : { direction: sign }) : { direction: sideTone(fill) }),
    },
    sound: soundOf(fill, 'FILLED'),
  };
}

function lossCutToast(
  fills: readonly WireOverseaFill[],
  { words, nameOf, moneyIn }: NoticeTexts,
): ToastAndSound {
  const [first] = fills as readonly [WireOverseaFill];
  const total = toDecimal(sum(fills.map(({ net }) => amount(net))));
  const contracts = fills.reduce((count, { qty }) => count + qty, 0);
  const names = new Set(fills.map(nameOf));
  const others = formatDecimal(String(names.size - 1));
  return {
    toast: {
      kind: 'liquidation',
      title: words.lossCutTitle,
      line: words.lossCutLine(
        names.size === 1 ? nameOf(first) : words.andMore(nameOf(first), others),
        words.contracts(formatDecimal(String(contracts))),
      ),
      figure: moneyIn(first.currency).signed(total),
    },
    sound: { kind: 'liquidationWarning' },
  };
}
