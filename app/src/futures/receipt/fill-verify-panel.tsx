// The steps and texts of "verify it yourself" for a fill of coin futures.
import { formatDecimal, formatPrice, MISSING } from '@maru/client/format';
import { type FuturesReceipt, futuresReceiptTicks } from '@maru/contract/futures/receipt';
import { countTicks } from '../../receipt/tick-record.ts';
import { stepState } from '../../receipt/verification.ts';
import {
  type Verifier,
  VerifyPanel,
  type VerifyPanelProps,
  type VerifyRun,
} from '../../receipt/verify-panel.tsx';
import { endsOf } from '../../receipt/verify-table.tsx';
import { type FuturesHistoryWords, futuresHistoryWords } from '../../text/futures-history.ts';
import { useWords } from '../../text/language.tsx';
import type { TimelineStep } from '../../ui/rows/timeline.tsx';
import { useFillNames } from '../history/fill-rows.tsx';
import { OUTSIDE_PROGRAM } from './outside-program.ts';
import { type FillCheckKey, type FillVerdict, recomputeFill } from './recompute-fill.ts';

const verifier: Verifier<FuturesReceipt, FillVerdict> = {
  fetchTicks: (call, { fill }) => call(futuresReceiptTicks, { query: { fillId: fill.id } }),
  recompute: recomputeFill,
  program: OUTSIDE_PROGRAM,
};

export function FillVerifyPanel(props: VerifyPanelProps<FuturesReceipt>) {
  const words = useWords(futuresHistoryWords);
  const { precision } = useFillNames()(props.receipt.fill);
  return (
    <VerifyPanel
      {...props}
      verifier={verifier}
      stepsOf={(run) => stepsOf(props.receipt, run, words)}
      checkNames={words.checks}
      valueText={(key, value) => valueText(key, value, precision)}
    />
  );
}

const PRICES: ReadonlySet<FillCheckKey> = new Set(['tick', 'trailing', 'reached', 'price'] as const);

function valueText(key: FillCheckKey, value: string, precision: number): string {
  if (value === '') return MISSING;
  if (key === 'chain') return endsOf(value);
  return PRICES.has(key) ? formatPrice(value.split(' ')[0], precision) : formatDecimal(value);
}

function stepsOf(
  { rule, liquidation }: FuturesReceipt,
  { record, verdict }: VerifyRun<FillVerdict>,
  words: FuturesHistoryWords,
): readonly TimelineStep[] {
  const stateOf = (...keys: readonly FillCheckKey[]) => stepState(verdict, ...keys);
  return [
    {
      key: 'ticks',
      title: words.gotTicks(formatDecimal(String(countTicks(record)))),
      text: words.gotTicksLead(String(record.minutes.length)),
      state: stateOf('chain', 'tick'),
    },
    {
      key: 'price',
      title: words.pricedAgain(rule),
      text: words.pricedAgainLead,
      state: stateOf('trailing', 'reached', 'price'),
    },
    {
      key: 'money',
      title: words.countedAgain,
      text: words.countedAgainLead,
      state: stateOf('pnl', 'fee', 'net'),
    },
    ...(liquidation === null
      ? []
      : [
          {
            key: 'liquidation',
            title: words.judgedAgain,
            text: words.judgedAgainLead,
            state: stateOf('balance', 'maintenance', 'liquidation'),
          },
        ]),
  ];
}
