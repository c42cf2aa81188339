// The steps and texts of "verify it yourself" for a funding payment.
import { formatDecimal, formatPrice, MISSING } from '@maru/client/format';
import { type FundingReceipt, futuresFundingTicks } from '@maru/contract/futures/funding-receipt';
import { parseUnits, toDecimal } from '@maru/engine/amount';
import { countTicks } from '../../receipt/tick-record.ts';
import { stepState } from '../../receipt/verification.ts';
import { type Verifier, VerifyPanel, type VerifyPanelProps } from '../../receipt/verify-panel.tsx';
import { endsOf } from '../../receipt/verify-table.tsx';
import { futuresHistoryWords } from '../../text/futures-history.ts';
import { useWords } from '../../text/language.tsx';
import { useFillNames } from '../history/fill-rows.tsx';
import { OUTSIDE_PROGRAM } from './outside-program.ts';
import { type FundingCheckKey, type FundingVerdict, recomputeFunding } from './recompute-funding.ts';

const verifier: Verifier<FundingReceipt, FundingVerdict> = {
  fetchTicks: (call, { payment: { futuresPositionId, fundingMillis } }) =>
    call(futuresFundingTicks, { query: { futuresPositionId, fundingMillis } }),
  recompute: recomputeFunding,
  program: OUTSIDE_PROGRAM,
};

/** `0.0100%` */
export const ratePercent = (rate: string): string =>
  `${formatPrice(toDecimal((parseUnits(rate) ?? 0n) * 100n), 4)}%`;

export function FundingVerifyPanel(props: VerifyPanelProps<FundingReceipt>) {
  const words = useWords(futuresHistoryWords);
  const { precision } = useFillNames()(props.receipt.payment);
  function valueText(key: FundingCheckKey, value: string): string {
    if (value === '') return MISSING;
    switch (key) {
      case 'chain':
        return endsOf(value);
      case 'mark':
        return formatPrice(value, precision);
      case 'rate':
        return ratePercent(value);
      case 'amount':
        return formatDecimal(value);
    }
  }
  return (
    <VerifyPanel
      {...props}
      verifier={verifier}
      stepsOf={({ record, verdict }) => [
        {
          key: 'ticks',
          title: words.gotTicks(formatDecimal(String(countTicks(record)))),
          text: words.gotMarkLead,
          state: stepState(verdict, 'chain', 'mark'),
        },
        ...(props.receipt.premium === null
          ? []
          : [
              {
                key: 'rate',
                title: words.ratedAgain,
                text: words.ratedAgainLead,
                state: stepState(verdict, 'rate'),
              },
            ]),
        {
          key: 'amount',
          title: words.paidAgain,
          text: words.paidAgainLead,
          state: stepState(verdict, 'amount'),
        },
      ]}
      checkNames={words.fundingChecks}
      valueText={valueText}
    />
  );
}
