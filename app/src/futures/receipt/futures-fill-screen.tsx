// One fill of coin futures and everything it was computed from (design 31); a liquidation has its report (design 31c).
import { futuresFillReceipt, futuresReceiptTicks } from '@maru/contract/futures/receipt';
import { lazy, Suspense, useState } from 'react';
import { AskAbout } from '../../receipt/ask-about.tsx';
import { ReceiptSkeleton } from '../../receipt/receipt-page.tsx';
import { LoadFailed } from '../../shell/connection/load-failed.tsx';
import { useAnswer } from '../../shell/connection/use-answer.ts';
import { useDevice, usePreferences } from '../../shell/device/device.tsx';
import { useHeaderTitle } from '../../shell/layouts/header-title.ts';
import { useToasts } from '../../shell/messages/toasts.tsx';
import { useParams } from '../../shell/routing/router.tsx';
import { futuresHistoryWords } from '../../text/futures-history.ts';
import { useWords } from '../../text/language.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { FillReceiptBody } from './fill-receipt-body.tsx';
import { FillReceiptHead } from './fill-receipt-head.tsx';
import { FillVerifyPanel } from './fill-verify-panel.tsx';

const FillReport = lazy(async () => ({ default: (await import('./fill-report.tsx')).FillReport }));

export function FuturesFillScreen() {
  const { id } = useParams();
  const words = useWords(futuresHistoryWords);
  const fillId = Number(id);
  const answer = useAnswer(futuresFillReceipt, { fillId });
  const ticks = useAnswer(futuresReceiptTicks, { fillId });
  const { preferences } = useDevice();
  const { defaultStop } = usePreferences();
  const { show } = useToasts();
  const [isVerifying, setVerifying] = useState(false);
  useHeaderTitle(answer.reply?.liquidation ? words.reportTitle : undefined);
  if (answer.state === 'failed')
    return <LoadFailed title={words.detailFailed} message={answer.message} onRetry={answer.reload} />;
  if (answer.state === 'loading') return <ReceiptSkeleton label={words.loading} />;
  const receipt = answer.reply;
  const about = { kind: 'FUTURES_FILL', id: fillId };
  const offersStop = receipt.liquidation !== null && !defaultStop.isOn;
  function switchStopOn() {
    preferences.change({ defaultStop: { ...defaultStop, isOn: true } });
    show({ kind: 'order', title: words.stopIsOn, line: words.stopIsOnLine(String(defaultStop.lossPercent)) });
  }
  return (
    <article className="trade-detail">
      <FillReceiptHead receipt={receipt} />
      <Suspense>{receipt.liquidation && <FillReport fillId={fillId} />}</Suspense>
      <FillReceiptBody receipt={receipt} record={ticks.reply} />
      <div className="trade-detail__action">
        <Button icon="shield" kind={offersStop ? 'tonal' : 'primary'} onPress={() => setVerifying(true)}>
          {words.verify}
        </Button>
        {offersStop && <Button onPress={switchStopOn}>{words.switchStopOn}</Button>}
        <AskAbout {...about} />
      </div>
      <FillVerifyPanel
        open={isVerifying}
        receipt={receipt}
        about={about}
        onClose={() => setVerifying(false)}
      />
    </article>
  );
}
