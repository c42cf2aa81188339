// One funding payment and everything it was computed from (design 31).
import { formatDecimal, formatPrice } from '@maru/client/format';
import { formatDateTime } from '@maru/client/format-date';
import {
  type FundingReceipt,
  futuresFundingReceipt,
  futuresFundingTicks,
} from '@maru/contract/futures/funding-receipt';
import type { ReceiptTicks } from '@maru/contract/receipt-ticks';
import { toDecimal } from '@maru/engine/amount';
import { meanPremium } from '@maru/engine/futures/funding-rate';
import { useState } from 'react';
import { AskAbout } from '../../receipt/ask-about.tsx';
import { ReceiptSection, ReceiptSkeleton } from '../../receipt/receipt-page.tsx';
import { ReceiptProof } from '../../receipt/receipt-proof.tsx';
import { secondsOf } from '../../receipt/tick-strip.tsx';
import { TickSection } from '../../receipt/used-tick.tsx';
import { LoadFailed } from '../../shell/connection/load-failed.tsx';
import { useAnswer } from '../../shell/connection/use-answer.ts';
import { useHeaderTitle } from '../../shell/layouts/header-title.ts';
import { useParams } from '../../shell/routing/router.tsx';
import { fillReceiptWords } from '../../text/fill-receipt.ts';
import { futuresHistoryWords } from '../../text/futures-history.ts';
import { useWords } from '../../text/language.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { Badge } from '../../ui/figures/badge.tsx';
import { KeyValue, KeyValueList } from '../../ui/rows/key-value.tsx';
import { qtyTextOf } from '../account/unit-words.ts';
import { CoinProfit, useFillNames } from '../history/fill-rows.tsx';
import { FundingVerifyPanel, ratePercent } from './funding-verify-panel.tsx';
import { OUTSIDE_PROGRAM } from './outside-program.ts';

export function FuturesFundingScreen() {
  const { position, time } = useParams();
  const words = useWords(futuresHistoryWords);
  const asked = { futuresPositionId: Number(position), fundingMillis: Number(time) };
  const answer = useAnswer(futuresFundingReceipt, asked);
  const record = useAnswer(futuresFundingTicks, asked).reply;
  const [isVerifying, setVerifying] = useState(false);
  useHeaderTitle(words.fundingTitle);
  if (answer.state === 'failed')
    return <LoadFailed title={words.fundingFailed} message={answer.message} onRetry={answer.reload} />;
  if (answer.state === 'loading') return <ReceiptSkeleton label={words.loading} />;
  const receipt = answer.reply;
  const about = { kind: 'FUTURES_FUNDING', id: receipt.ledger.event };
  return (
    <article className="trade-detail">
      <Head receipt={receipt} />
      <Calculation receipt={receipt} />
      <UsedMark receipt={receipt} record={record} />
      <ReceiptProof receipt={receipt} record={record} program={OUTSIDE_PROGRAM} minute={receipt.tick} />
      <div className="trade-detail__action">
        <Button icon="shield" onPress={() => setVerifying(true)}>
          {words.verify}
        </Button>
        <AskAbout {...about} />
      </div>
      <FundingVerifyPanel
        open={isVerifying}
        receipt={receipt}
        about={about}
        onClose={() => setVerifying(false)}
      />
    </article>
  );
}

interface Props {
  readonly receipt: FundingReceipt;
}

function Head({ receipt: { payment } }: Props) {
  const words = useWords(futuresHistoryWords);
  const { name, instrument } = useFillNames()(payment);
  const isPaid = payment.amount.startsWith('-');
  return (
    <header className="trade-detail__head">
      <p className="trade-detail__line">
        <Badge tone={payment.tradeType === 'LONG' ? 'up' : 'down'}>{words.side[payment.tradeType]}</Badge>
        <b className="trade-detail__name">{name}</b>
        <span className="trade-detail__round figure">{qtyTextOf(payment.qty, instrument)}</span>
      </p>
      <p className="trade-detail__caption">{isPaid ? words.fundingPaid : words.fundingReceived}</p>
      <CoinProfit size="hero" value={payment.amount} currency={payment.currency} />
      <p className="trade-detail__caption figure">
        {words.fundedAt(ratePercent(payment.rate), formatDateTime(payment.fundingMillis))}
      </p>
    </header>
  );
}

function Calculation({ receipt: { payment, contract, premium } }: Props) {
  const words = useWords(futuresHistoryWords);
  const { precision, instrument } = useFillNames()(payment);
  const isInverse = contract.contractType === 'INVERSE';
  return (
    <ReceiptSection title={words.fundingHow}>
      <div className="trade-detail__ruled trade-detail__ruled--sum">
        <KeyValueList framed>
          <KeyValue name={words.fundingQty}>{qtyTextOf(payment.qty, instrument)}</KeyValue>
          <KeyValue name={words.fundingMark}>{formatPrice(payment.markPrice, precision)}</KeyValue>
          {premium && (
            <KeyValue name={words.meanPremium}>
              {ratePercent(
                toDecimal(meanPremium({ weighted: BigInt(premium.weighted), ms: premium.coveredMillis })),
              )}
            </KeyValue>
          )}
          <KeyValue name={words.fundingRate}>{ratePercent(payment.rate)}</KeyValue>
          <KeyValue name={isInverse ? words.fundingInverse : words.fundingLinear} strong>
            {`${formatDecimal(payment.amount)} ${payment.currency}`}
          </KeyValue>
        </KeyValueList>
      </div>
      <p className="trade-detail__note text-caption">{words.fundingRule}</p>
    </ReceiptSection>
  );
}

function UsedMark({
  receipt: { payment, tick },
  record,
}: Props & { readonly record: ReceiptTicks | undefined }) {
  const words = useWords(futuresHistoryWords);
  const { quoted } = useWords(fillReceiptWords);
  const { precision } = useFillNames()(payment);
  if (tick === null) return null;
  return (
    <TickSection
      record={record}
      used={tick}
      by="mark"
      name={quoted.mark}
      rule={words.markRule}
      label={words.fundingStripLabel(formatPrice(tick.mark, precision))}
      instant={payment.fundingMillis}
      instantLabel={words.fundedTime(secondsOf(payment.fundingMillis))}
      precision={precision}
    />
  );
}
