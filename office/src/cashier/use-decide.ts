// What is done with a waiting request, and what is said about it afterwards.
import { approveDnw, rejectDnw, takeDnw } from '@maru/contract/cashier/office';
import { holdDnw, releaseDnw } from '@maru/contract/cashier/queue';
import { useOffice } from '../shell/office-context.tsx';
import { useAct } from '../shell/use-act.ts';
import { words } from '../text/cashier.ts';

export function useDecide(reload: () => Promise<unknown>) {
  const office = useOffice();
  const approving = useAct(approveDnw);
  const rejecting = useAct(rejectDnw);
  const taking = useAct(takeDnw);
  const holding = useAct(holdDnw);
  const releasing = useAct(releaseDnw);

  /** Also after a refusal: a colleague may have been quicker. */
  async function after(text: string | undefined): Promise<boolean> {
    if (text !== undefined) office.toast('good', text);
    await reload();
    return text !== undefined;
  }
  return {
    isBusy: [approving, rejecting, taking, holding, releasing].some(({ isBusy }) => isBusy),
    async approve(dnwHistoryId: number) {
      const outcome = await approving.act({ dnwHistoryId });
      const isDone = outcome.ok && outcome.reply.status === 1;
      return after(outcome.ok ? (isDone ? words.approved : words.firstDone) : undefined);
    },
    async reject(dnwHistoryId: number, reason: string) {
      const outcome = await rejecting.act({ dnwHistoryId, reason });
      return after(outcome.ok ? words.rejected : undefined);
    },
    async take(dnwHistoryId: number) {
      const outcome = await taking.act({ dnwHistoryId });
      return after(outcome.ok ? words.taken : undefined);
    },
    async hold(dnwHistoryId: number, reason: string) {
      const outcome = await holding.act({ dnwHistoryId, reason });
      return after(outcome.ok ? words.heldDone : undefined);
    },
    async release(dnwHistoryId: number) {
      const outcome = await releasing.act({ dnwHistoryId });
      return after(outcome.ok ? words.released : undefined);
    },
    /** One after the other, until one is refused: the refusal is shown as its toast. */
    async approveMany(ids: readonly number[]) {
      let done = 0;
      for (const dnwHistoryId of ids) {
        if (!(await approving.act({ dnwHistoryId })).ok) break;
        done += 1;
      }
      return after(done === 0 ? undefined : words.batchDone(done));
    },
  };
}
