// One fill and everything it was made of (design 31); what the server closed on its own says why (design 31c).
import { overseaFillReceipt, overseaReceiptTicks } from '@maru/contract/oversea-receipt';
import { lazy, Suspense, useState } from 'react';
import { useHeaderTitle } from '../shell/header-title.ts';
import { Link, useParams } from '../shell/router.tsx';
import { useAnswer } from '../shell/use-answer.ts';
import { useWords } from '../text/language.tsx';
import { overseaAccountWords } from '../text/oversea-account.ts';
import { Button, buttonLook } from '../ui/button.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { StatePanel } from '../ui/state-panel.tsx';
import { OverseaDetailHead } from './oversea-detail-head.tsx';
import { OverseaReceiptBody } from './oversea-receipt-body.tsx';
import { OverseaVerifyPanel } from './oversea-verify-panel.tsx';
import './oversea-detail-screen.css';
import './trade-detail-screen.css';

const OverseaReport = lazy(async () => ({ default: (await import('./oversea-report.tsx')).OverseaReport }));

export function OverseaDetailScreen() {
  const { id } = useParams();
  const words = useWords(overseaAccountWords);
  const fillId = Number(id);
  const answer = useAnswer(overseaFillReceipt, { fillId });
  const ticks = useAnswer(overseaReceiptTicks, { fillId });
  const [isVerifying, setVerifying] = useState(false);
  const forced = answer.reply?.forced;
  useHeaderTitle(forced ? words.reportTitle[forced.reason] : undefined);

  if (answer.state === 'failed')
    return (
      <StatePanel
        kind="error"
        title={words.detailFailed}
        sentence={answer.message}
        action={{ label: words.retry, onPress: answer.reload }}
      />
    );
  if (answer.state === 'loading')
    return (
      <div className="trade-detail__bones" role="status" aria-label={words.loading}>
        <Skeleton width={180} height={22} radius={8} />
        <Skeleton width={220} height={40} radius={8} />
        <Skeleton width="100%" height={188} radius={12} />
        <Skeleton width="100%" height={220} radius={16} />
      </div>
    );
  const receipt = answer.reply;
  return (
    <article className="trade-detail">
      <OverseaDetailHead receipt={receipt} />
      <Suspense>{forced && <OverseaReport receipt={receipt} />}</Suspense>
      <OverseaReceiptBody receipt={receipt} record={ticks.reply} />
      <div className="trade-detail__action trade-detail__action--pair">
        <Button
          icon="shield"
          kind={forced?.reason === 'LOSSCUT' ? 'tonal' : 'primary'}
          onPress={() => setVerifying(true)}
        >
          {words.verify}
        </Button>
        {forced?.reason === 'LOSSCUT' && (
          <Link to="/more/setting" className={buttonLook()}>
            {words.setStopLoss}
          </Link>
        )}
      </div>
      <OverseaVerifyPanel open={isVerifying} receipt={receipt} onClose={() => setVerifying(false)} />
    </article>
  );
}
