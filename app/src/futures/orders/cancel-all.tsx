import { formatDecimal } from '@maru/client/format';
import { cancelFuturesOrders } from '@maru/contract/futures/calls';
import type { ReactNode } from 'react';
import { useCall } from '../../shell/connection/use-call.ts';
import { useAlerts } from '../../shell/messages/alert.tsx';
import { futuresOrdersWords } from '../../text/futures-orders.ts';
import { useWords } from '../../text/language.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { useFuturesAccount } from '../account/use-futures-account.ts';

interface Props {
  readonly futuresOptionId: number;
  readonly count: number;
  /** In place of the usual words. */
  readonly children?: ReactNode;
}

/** Cancels all orders of one instrument after a question. */
export function CancelAllOf({ futuresOptionId, count, children }: Props) {
  const words = useWords(futuresOrdersWords);
  const { ask, show } = useAlerts();
  const { reload } = useFuturesAccount();
  const { busy, send } = useCall(cancelFuturesOrders);

  async function cancelAll() {
    const choice = await ask({
      title: words.cancelAllTitle(formatDecimal(String(count))),
      message: words.cancelAllLead,
      safe: words.keep,
      other: words.cancelAll,
      bright: 'other',
    });
    if (choice === 'safe') return;
    const outcome = await send({ body: { futuresOptionId } });
    if (outcome?.ok === false) show(outcome.message);
    reload();
  }

  return (
    <Button kind="tonal" size="small" busy={busy} onPress={() => void cancelAll()}>
      {children ?? words.cancelAll}
    </Button>
  );
}
