// One settled bet and everything its result was made of (design 31). Before the result: only what was promised.
import { betReceipt, betReceiptTicks } from '@maru/contract/binary-receipt';
import { useState } from 'react';
import { useParams } from '../shell/router.tsx';
import { useAnswer } from '../shell/use-answer.ts';
import { useWords } from '../text/language.tsx';
import { receiptWords } from '../text/receipt.ts';
import { Button } from '../ui/button.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { StatePanel } from '../ui/state-panel.tsx';
import { DetailHead } from './detail-head.tsx';
import { ReceiptBody } from './receipt-body.tsx';
import './trade-detail-screen.css';
import { VerifyPanel } from './verify-panel.tsx';

export function TradeDetailScreen() {
  const { id } = useParams();
  const words = useWords(receiptWords);
  const betId = Number(id);
  const answer = useAnswer(betReceipt, { betId });
  const isDecided = answer.reply !== undefined && answer.reply.result.status !== 0;
  const ticks = useAnswer(betReceiptTicks, isDecided ? { betId } : null);
  const [isVerifying, setVerifying] = useState(false);

  if (answer.state === 'failed')
    return (
      <StatePanel
        kind="error"
        title={words.detailFailed}
        sentence={answer.message}
        action={{ label: words.retry, onPress: answer.reload }}
      />
    );
  if (answer.state === 'loading') return <Bones label={words.loading} />;
  const receipt = answer.reply;
  return (
    <article className="trade-detail">
      <DetailHead receipt={receipt} />
      {isDecided ? (
        <ReceiptBody receipt={receipt} record={ticks.reply} />
      ) : (
        <p className="trade-detail__waiting">{words.waitingLead}</p>
      )}
      {isDecided && (
        <div className="trade-detail__action">
          <Button icon="shield" onPress={() => setVerifying(true)}>
            {words.verify}
          </Button>
        </div>
      )}
      <VerifyPanel open={isVerifying} receipt={receipt} onClose={() => setVerifying(false)} />
    </article>
  );
}

function Bones({ label }: { readonly label: string }) {
  return (
    <div className="trade-detail__bones" role="status" aria-label={label}>
      <Skeleton width={180} height={22} radius={8} />
      <Skeleton width={220} height={40} radius={8} />
      <Skeleton width="100%" height={188} radius={12} />
      <Skeleton width="100%" height={220} radius={16} />
    </div>
  );
}
