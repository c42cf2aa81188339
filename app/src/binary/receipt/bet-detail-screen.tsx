// One settled bet and everything its result was computed from (design 31). Before the result: only its terms.

import { betReceipt, betReceiptTicks } from '@maru/contract/binary/receipt';
import { useState } from 'react';
import { AskAbout } from '../../receipt/ask-about.tsx';
import { ReceiptSkeleton } from '../../receipt/receipt-page.tsx';
import { LoadFailed } from '../../shell/connection/load-failed.tsx';
import { useAnswer } from '../../shell/connection/use-answer.ts';
import { useParams } from '../../shell/routing/router.tsx';
import { useWords } from '../../text/language.tsx';
import { receiptWords } from '../../text/receipt.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { BetDetailHead } from './bet-detail-head.tsx';
import { BetReceiptBody } from './bet-receipt-body.tsx';
import { BetVerifyPanel } from './bet-verify-panel.tsx';

export function BetDetailScreen() {
  const { id } = useParams();
  const words = useWords(receiptWords);
  const betId = Number(id);
  const answer = useAnswer(betReceipt, { betId });
  const isDecided = answer.reply !== undefined && answer.reply.result.status !== 0;
  const ticks = useAnswer(betReceiptTicks, isDecided ? { betId } : null);
  const [isVerifying, setVerifying] = useState(false);

  if (answer.state === 'failed')
    return <LoadFailed title={words.detailFailed} message={answer.message} onRetry={answer.reload} />;
  if (answer.state === 'loading') return <ReceiptSkeleton label={words.loading} />;
  const receipt = answer.reply;
  const about = { kind: 'BET', id: betId };
  return (
    <article className="trade-detail">
      <BetDetailHead receipt={receipt} />
      {isDecided ? (
        <BetReceiptBody receipt={receipt} record={ticks.reply} />
      ) : (
        <p className="trade-detail__waiting text-lead">{words.waitingLead}</p>
      )}
      <div className="trade-detail__action">
        {isDecided && (
          <Button icon="shield" onPress={() => setVerifying(true)}>
            {words.verify}
          </Button>
        )}
        <AskAbout {...about} />
      </div>
      <BetVerifyPanel
        open={isVerifying}
        receipt={receipt}
        about={about}
        onClose={() => setVerifying(false)}
      />
    </article>
  );
}
