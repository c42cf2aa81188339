// The dock of the position page (design 05b): reverse the position, or close it.

import { formatDecimal } from '@maru/client/format';
import type { WireOverseaPosition } from '@maru/contract/oversea/calls';
import type { WireOverseaOption } from '@maru/contract/oversea/instruments';
import { amount, toDecimal } from '@maru/engine/amount';
import { SESSION_LEADS } from '@maru/engine/oversea/session-phase';
import { useState } from 'react';
import { usePreferences } from '../../shell/device/device.tsx';
import { useAlerts } from '../../shell/messages/alert.tsx';
import { usePlatform } from '../../shell/platform.tsx';
import { useWords } from '../../text/language.tsx';
import { overseaAccountWords } from '../../text/oversea-account.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Dock } from '../../ui/layout/dock.tsx';
import { useWalletMoney } from '../account/wallet-money.ts';
import './position-dock.css';
import { useOverseaAccount } from '../account/use-oversea-account.ts';
import type { OrderRequest } from '../orders/order-request.ts';
import { useGuardedOrder } from '../orders/use-guarded-order.ts';
import { ClosePartSheet } from './close-part-sheet.tsx';
import { closing, reversing } from './position-market-order.ts';

interface Props {
  readonly instrument: WireOverseaOption;
}

/**
 * Renders nothing without a position, and keeps no state from one to the next: an open sheet belongs to its position.
 */
export function PositionDock({ instrument }: Props) {
  const { positions } = useOverseaAccount();
  const position = positions.find(({ overseaOptionId }) => overseaOptionId === instrument.id);
  return position && <OpenDock key={position.id} instrument={instrument} position={position} />;
}

function OpenDock({ instrument, position }: Props & { readonly position: WireOverseaPosition }) {
  const words = useWords(overseaAccountWords);
  const { terms } = instrument;
  const { clock } = usePlatform();
  const { confirmOrders } = usePreferences();
  const { ask, show } = useAlerts();
  const { money } = useWalletMoney(instrument);
  const { underWay, isChecking, send: place } = useGuardedOrder();
  const isSending = underWay !== undefined;
  const [isPart, setPart] = useState(false);
  const contracts = words.contracts(formatDecimal(String(position.qty)));
  const isLong = position.tradeType === 'LONG';
  const [mine, other] = isLong ? [words.side.LONG, words.side.SHORT] : [words.side.SHORT, words.side.LONG];
  const fee = (qty: number) => money(toDecimal(amount(terms?.commission ?? '0') * BigInt(qty)));

  async function send(order: OrderRequest) {
    const outcome = await place(order);
    // The notice shows what was filled.
    if (outcome !== undefined && !outcome.ok) show(outcome.message);
  }

  async function close() {
    const question = {
      title: words.closeTitle(`${mine} ${contracts}`),
      message: words.closeLead(fee(position.qty)),
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
      message: words.reverseLead(`${other} ${words.contracts(formatDecimal(String(twice)))}`, fee(twice)),
      safe: words.keep,
      other: words.reverse,
      bright: 'other',
    } as const;
    if (!confirmOrders || (await ask(question)) === 'other') await send(reversing(position));
  }

  return (
    <Dock label={words.positionDock}>
      <div className="position-dock">
        <Button kind="tonal" icon="flip" disabled={isSending} onPress={() => void reverse()}>
          {words.reverse}
        </Button>
        {position.qty > 1 && (
          <Button kind="tonal" disabled={isSending} onPress={() => setPart(true)}>
            {words.closePart}
          </Button>
        )}
        <Button
          busy={isSending}
          busyLabel={isChecking ? words.checking : undefined}
          onPress={() => void close()}
        >
          {words.closeAtMarket(contracts)}
        </Button>
      </div>
      <ClosePartSheet
        open={isPart}
        onClose={() => setPart(false)}
        held={position.qty}
        side={mine}
        feeOf={fee}
        onConfirm={(qty) => void send({ ...closing(position), qty })}
      />
    </Dock>
  );
}
