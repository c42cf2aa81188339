// The receipt of a tried round: of a guest by the newest token on this device, of a member by the account that kept it.
import { trialReceipt, trialTicks } from '@maru/contract/trial/calls';
import { useMemo, useState } from 'react';
import { BetDetailHead } from '../../binary/receipt/bet-detail-head.tsx';
import { BetReceiptBody } from '../../binary/receipt/bet-receipt-body.tsx';
import { type BetVerifier, BetVerifyPanel } from '../../binary/receipt/bet-verify-panel.tsx';
import { recomputeBet } from '../../binary/receipt/recompute-bet.ts';
import { ReceiptSkeleton } from '../../receipt/receipt-page.tsx';
import { LoadFailed } from '../../shell/connection/load-failed.tsx';
import { useAnswer } from '../../shell/connection/use-answer.ts';
import { useDevice } from '../../shell/device/device.tsx';
import { newestTrial } from '../../shell/device/stored-trial.ts';
import { usePlatform, useWatched } from '../../shell/platform.tsx';
import { useRouter } from '../../shell/routing/router.tsx';
import { useWords } from '../../text/language.tsx';
import { receiptWords } from '../../text/receipt.ts';
import { trialWords } from '../../text/trial.ts';
import { Button } from '../../ui/buttons/button.tsx';

export function TrialScreen() {
  const words = useWords(receiptWords);
  const { failed } = useWords(trialWords);
  const { member, clock } = usePlatform();
  const { storage } = useDevice();
  const isMember = useWatched(member) !== undefined;
  const { search } = useRouter().history.location;
  const query = useMemo(() => {
    const id = new URLSearchParams(search).get('id');
    if (isMember) return id === null ? {} : { id };
    const token = newestTrial(storage, clock.now())?.token;
    return token === undefined ? {} : { token };
  }, [isMember, search, storage, clock]);
  const verifier = useMemo<BetVerifier>(
    () => ({ fetchTicks: (call) => call(trialTicks, { query }), recompute: recomputeBet }),
    [query],
  );
  const answer = useAnswer(trialReceipt, query);
  const isDecided = answer.reply !== undefined && answer.reply.result.status !== 0;
  const ticks = useAnswer(trialTicks, isDecided ? query : null);
  const [isVerifying, setVerifying] = useState(false);

  if (answer.state === 'failed')
    return <LoadFailed title={failed} message={answer.message} onRetry={answer.reload} />;
  if (answer.state === 'loading') return <ReceiptSkeleton label={words.loading} />;
  const receipt = answer.reply;
  return (
    <article className="trade-detail">
      <BetDetailHead receipt={receipt} />
      {isDecided ? (
        <>
          <BetReceiptBody receipt={receipt} record={ticks.reply} />
          <div className="trade-detail__action">
            <Button icon="shield" onPress={() => setVerifying(true)}>
              {words.verify}
            </Button>
          </div>
        </>
      ) : (
        <p className="trade-detail__waiting text-lead">{words.waitingLead}</p>
      )}
      <BetVerifyPanel
        open={isVerifying}
        receipt={receipt}
        verifier={verifier}
        onClose={() => setVerifying(false)}
      />
    </article>
  );
}
