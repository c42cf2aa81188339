import { cancelFuturesOrder } from '@maru/contract/futures/calls';
import { useCall } from '../../shell/connection/use-call.ts';
import { useAlerts } from '../../shell/messages/alert.tsx';
import { useFuturesAccount } from '../account/use-futures-account.ts';

/** Cancels one resting order. */
export function useCancel(id: number) {
  const { show } = useAlerts();
  const { reload } = useFuturesAccount();
  const { busy, send } = useCall(cancelFuturesOrder);
  async function cancel(): Promise<void> {
    const outcome = await send({ body: { id } });
    // It may have ended in between: the refusal is shown, and the list is read again.
    if (outcome?.ok === false) show(outcome.message);
    reload();
  }
  return { busy, cancel };
}
