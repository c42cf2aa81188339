// Sends a request to the cashier: one of each kind is open at a time, and what was refused stays typed.
import type { Sent } from '@maru/client/call';
import type { applyBuy, applyDeposit, applySell, applyWithdraw } from '@maru/contract/cashier/calls';
import type { DnwRow } from '@maru/contract/cashier/wire';
import type { ReactNode } from 'react';
import { useConfirmedCall } from '../../shell/member/use-confirmed-call.tsx';
import { useAlerts } from '../../shell/messages/alert.tsx';
import { cashierWords } from '../../text/cashier.ts';
import { useWords } from '../../text/language.tsx';
import { type Asked, usePendingRequest } from './pending-request.tsx';
import type { TypedAmount } from './use-amount.ts';

type AskCall = typeof applyBuy | typeof applyDeposit | typeof applySell | typeof applyWithdraw;

interface Options {
  readonly type: Asked;
  readonly amount: TypedAmount;
  /** Shown when the button is pressed without an amount. */
  readonly empty: string;
  readonly onAsked?: () => void;
}

interface Asking<C extends AskCall> {
  readonly busy: boolean;
  /** Of the second factor; to be rendered. */
  readonly question: ReactNode;
  /** The request of this kind that is on its way. */
  readonly pending: DnwRow | undefined;
  ask(sent: Sent<C>): Promise<void>;
}

export function useAsking<C extends AskCall>(call: C, options: Options): Asking<C> {
  const { type, amount, empty, onAsked } = options;
  const words = useWords(cashierWords);
  const pending = usePendingRequest(type);
  const alerts = useAlerts();
  const { busy, send, question } = useConfirmedCall(call, { untilKnown: true });
  return {
    busy,
    question,
    pending: pending.request,
    async ask(sent) {
      if (amount.value === '') return amount.refuse({ code: 'EMPTY', message: empty });
      const outcome = await send(sent);
      if (!outcome) return;
      if (!outcome.ok) return amount.refuse(outcome);
      amount.clear();
      pending.reload();
      onAsked?.();
      alerts.show(words.requested);
    },
  };
}
