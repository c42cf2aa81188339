import { formatDecimal } from '@maru/client/format';
import { closeFuturesPositions } from '@maru/contract/futures/calls';
import { useCall } from '../../shell/connection/use-call.ts';
import { useAlerts } from '../../shell/messages/alert.tsx';
import { futuresPositionWords } from '../../text/futures-position.ts';
import { useWords } from '../../text/language.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import type { Holding } from '../account/use-holdings.ts';

interface Props {
  readonly holdings: readonly Holding[];
  readonly onDone: () => void;
}

/** Each wallet is closed by one call of its own: it is one event of the account. */
export function CloseAll({ holdings, onDone }: Props) {
  const words = useWords(futuresPositionWords);
  const { ask, show } = useAlerts();
  const { busy, send } = useCall(closeFuturesPositions, { untilKnown: true });
  async function closeAll() {
    const choice = await ask({
      title: words.closeAllTitle(formatDecimal(String(holdings.length))),
      message: words.closeAllLead,
      safe: words.keep,
      other: words.closeAllDo,
      bright: 'other',
    });
    if (choice === 'safe') return;
    for (const walletType of new Set(holdings.map(({ position }) => position.walletType))) {
      const outcome = await send({ body: { walletType } });
      if (outcome?.ok === false) show(outcome.message);
    }
    onDone();
  }
  return (
    <Button kind="tonal" size="small" busy={busy} onPress={() => void closeAll()}>
      {words.closeAll}
    </Button>
  );
}
