// Cancelling resting orders: one, or all of them after a question.
import { formatDecimal } from '@maru/client/format';
import { cancelOverseaOrder, cancelOverseaOrders } from '@maru/contract/oversea/calls';
import { useCall } from '../../shell/connection/use-call.ts';
import { useAlerts } from '../../shell/messages/alert.tsx';
import { useWords } from '../../text/language.tsx';
import { overseaAccountWords } from '../../text/oversea-account.ts';
import { useOverseaAccount } from '../account/use-oversea-account.ts';

export function useCancel(id: number) {
  const { show } = useAlerts();
  const { reload } = useOverseaAccount();
  const { busy, send } = useCall(cancelOverseaOrder);
  return {
    busy,
    async cancel() {
      const outcome = await send({ body: { id } });
      // It may have ended in between: the refusal is shown, and the list is read again.
      if (outcome !== undefined && !outcome.ok) show(outcome.message);
      reload();
    },
  };
}

/** Of one instrument, or of all without one. */
export function useCancelAll(count: number, overseaOptionId?: number) {
  const words = useWords(overseaAccountWords);
  const { ask, show } = useAlerts();
  const { reload } = useOverseaAccount();
  const { busy, send } = useCall(cancelOverseaOrders);
  return {
    busy,
    async cancelAll() {
      const choice = await ask({
        title: words.cancelAllTitle(formatDecimal(String(count))),
        message: words.cancelAllLead,
        safe: words.keep,
        other: words.cancelAll,
        bright: 'other',
      });
      if (choice === 'safe') return;
      const outcome = await send({ body: overseaOptionId === undefined ? {} : { overseaOptionId } });
      if (outcome !== undefined && !outcome.ok) show(outcome.message);
      reload();
    },
  };
}
