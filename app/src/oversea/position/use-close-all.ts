// Closing every position at once: one market order after the other, after a question.
import { formatDecimal } from '@maru/client/format';
import type { WireOverseaPosition } from '@maru/contract/oversea/calls';
import { useState } from 'react';
import { useAlerts } from '../../shell/messages/alert.tsx';
import { useWords } from '../../text/language.tsx';
import { overseaAccountWords } from '../../text/oversea-account.ts';
import { useGuardedOrder } from '../orders/use-guarded-order.ts';
import { closing } from './position-market-order.ts';

export function useCloseAll(positions: readonly WireOverseaPosition[]) {
  const words = useWords(overseaAccountWords);
  const { ask, show } = useAlerts();
  const { send } = useGuardedOrder();
  const [busy, setBusy] = useState(false);
  const count = formatDecimal(String(positions.length));

  async function closeAll() {
    const choice = await ask({
      title: words.closeAllTitle(count),
      message: words.closeAllLead,
      safe: words.keep,
      other: words.closeAllDo,
      bright: 'other',
    });
    if (choice === 'safe') return;
    setBusy(true);
    let done = 0;
    let refusal: string | undefined;
    for (const position of positions) {
      const outcome = await send(closing(position));
      if (outcome?.ok) done += 1;
      else if (outcome) refusal ??= outcome.message;
    }
    setBusy(false);
    if (refusal !== undefined) show(`${words.closeAllPart(formatDecimal(String(done)), count)} ${refusal}`);
  }

  return { busy, closeAll };
}
