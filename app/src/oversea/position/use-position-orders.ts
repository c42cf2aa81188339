// Closing a position or reversing it, with the questions before it that the settings ask for.
import { formatDecimal } from '@maru/client/format';
import type { WireOverseaPosition } from '@maru/contract/oversea/calls';
import type { WireOverseaOption } from '@maru/contract/oversea/instruments';
import { amount, toDecimal } from '@maru/engine/amount';
import { SESSION_LEADS } from '@maru/engine/oversea/session-phase';
import { usePreferences } from '../../shell/device/device.tsx';
import { useAlerts } from '../../shell/messages/alert.tsx';
import { usePlatform } from '../../shell/platform.tsx';
import { useWords } from '../../text/language.tsx';
import { overseaAccountWords } from '../../text/oversea-account.ts';
import { useWalletMoney } from '../account/wallet-money.ts';
import type { OrderRequest } from '../orders/order-request.ts';
import { useGuardedOrder } from '../orders/use-guarded-order.ts';
import { closing, reversing } from './position-market-order.ts';

export function usePositionOrders(
  instrument: Pick<WireOverseaOption, 'terms'> | undefined,
  position: WireOverseaPosition,
) {
  const words = useWords(overseaAccountWords);
  const terms = instrument?.terms;
  const { clock } = usePlatform();
  const { confirmOrders } = usePreferences();
  const { ask, show } = useAlerts();
  const { money } = useWalletMoney(instrument);
  const { underWay, isChecking, send: place } = useGuardedOrder();
  const contracts = words.contracts(formatDecimal(String(position.qty)));
  const isLong = position.tradeType === 'LONG';
  const [mine, other] = isLong ? [words.side.LONG, words.side.SHORT] : [words.side.SHORT, words.side.LONG];
  const feeOf = (qty: number) => money(toDecimal(amount(terms?.commission ?? '0') * BigInt(qty)));

  async function send(order: OrderRequest) {
    const outcome = await place(order);
    // The notice shows what was filled.
    if (outcome !== undefined && !outcome.ok) show(outcome.message);
  }

  async function close() {
    const question = {
      title: words.closeTitle(`${mine} ${contracts}`),
      message: words.closeLead(feeOf(position.qty)),
      safe: words.keep,
      other: words.closeDo,
      bright: 'other',
    } as const;
    if (!confirmOrders || (await ask(question)) === 'other') await send(closing(position));
  }

  async function reverse() {
    const endsAt = terms?.session?.endsMillis ?? 0;
    if (clock.now() >= endsAt - SESSION_LEADS.REDUCE_ONLY) return show(words.reduceOnlySoon);
    const twice = position.qty * 2;
    const question = {
      title: words.reverseTitle(`${mine} ${contracts}`, `${other} ${contracts}`),
      message: words.reverseLead(`${other} ${words.contracts(formatDecimal(String(twice)))}`, feeOf(twice)),
      safe: words.keep,
      other: words.reverse,
      bright: 'other',
    } as const;
    if (!confirmOrders || (await ask(question)) === 'other') await send(reversing(position));
  }

  return {
    /** Buy or sell, the position's side. */
    side: mine,
    contracts,
    isSending: underWay !== undefined,
    isChecking,
    feeOf,
    close,
    closePart: (qty: number) => send({ ...closing(position), qty }),
    reverse,
  };
}
