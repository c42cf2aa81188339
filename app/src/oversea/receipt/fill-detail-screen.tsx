// One fill and everything it was computed from (design 31); a close by the server has its reason (design 31c).

import { overseaFillReceipt, overseaReceiptTicks } from '@maru/contract/oversea/receipt';
import { lazy, Suspense, useState } from 'react';
import { AskAbout } from '../../receipt/ask-about.tsx';
import { ReceiptSkeleton } from '../../receipt/receipt-page.tsx';
import { LoadFailed } from '../../shell/connection/load-failed.tsx';
import { useAnswer } from '../../shell/connection/use-answer.ts';
import { useHeaderTitle } from '../../shell/layouts/header-title.ts';
import { Link, useParams } from '../../shell/routing/router.tsx';
import { useWords } from '../../text/language.tsx';
import { overseaAccountWords } from '../../text/oversea-account.ts';
import { Button, buttonClass } from '../../ui/buttons/button.tsx';
import { FillDetailHead } from './fill-detail-head.tsx';
import { FillReceiptBody } from './fill-receipt-body.tsx';
import { FillVerifyPanel } from './fill-verify-panel.tsx';

const FillReport = lazy(async () => ({ default: (await import('./fill-report.tsx')).FillReport }));

export function FillDetailScreen() {
  const { id } = useParams();
  const words = useWords(overseaAccountWords);
  const fillId = Number(id);
  const answer = useAnswer(overseaFillReceipt, { fillId });
  const ticks = useAnswer(overseaReceiptTicks, { fillId });
  const [isVerifying, setVerifying] = useState(false);
  const forced = answer.reply?.forced;
  useHeaderTitle(forced ? words.reportTitle[forced.reason] : undefined);

  if (answer.state === 'failed')
    return <LoadFailed title={words.detailFailed} message={answer.message} onRetry={answer.reload} />;
  if (answer.state === 'loading') return <ReceiptSkeleton label={words.loading} />;
  const receipt = answer.reply;
  const about = { kind: 'OVERSEA_FILL', id: fillId };
  return (
    <article className="trade-detail">
      <FillDetailHead receipt={receipt} />
      <Suspense>{forced && <FillReport receipt={receipt} />}</Suspense>
      <FillReceiptBody receipt={receipt} record={ticks.reply} />
      <div className="trade-detail__action">
        <Button
          icon="shield"
          kind={forced?.reason === 'LOSSCUT' ? 'tonal' : 'primary'}
          onPress={() => setVerifying(true)}
        >
          {words.verify}
        </Button>
        {forced?.reason === 'LOSSCUT' && (
          <Link to="/more/setting" className={buttonClass()}>
            {words.setStopLoss}
          </Link>
        )}
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
