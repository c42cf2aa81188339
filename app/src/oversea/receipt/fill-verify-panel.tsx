// The steps and texts of "verify it yourself" for a fill.
import { formatDecimal, formatPrice } from '@maru/client/format';
import { type OverseaReceipt, overseaReceiptTicks } from '@maru/contract/oversea/receipt';
import { countTicks } from '../../receipt/tick-record.ts';
import { stepState } from '../../receipt/verification.ts';
import {
  type Verifier,
  VerifyPanel,
  type VerifyPanelProps,
  type VerifyRun,
} from '../../receipt/verify-panel.tsx';
import { endsOf } from '../../receipt/verify-table.tsx';
import { useWords } from '../../text/language.tsx';
import { type OverseaAccountWords, overseaAccountWords } from '../../text/oversea-account.ts';
import { HashText } from '../../ui/figures/hash-text.tsx';
import type { TimelineStep } from '../../ui/rows/timeline.tsx';
import { useFillNames } from '../history/fill-rows.tsx';
import { type FillCheckKey, type FillVerdict, recomputeFill } from './recompute-fill.ts';

const verifier: Verifier<OverseaReceipt, FillVerdict> = {
  fetchTicks: (call, { fill }) => call(overseaReceiptTicks, { query: { fillId: fill.id } }),
  recompute: recomputeFill,
};

export function FillVerifyPanel(props: VerifyPanelProps<OverseaReceipt>) {
  const words = useWords(overseaAccountWords);
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

function valueText(key: FillCheckKey, value: string, precision: number): string {
  if (value === '') return '–';
  switch (key) {
    case 'chain':
      return endsOf(value);
    case 'tick':
      return formatPrice(value.split(' ')[0], precision);
    case 'reached':
    case 'price':
      return formatPrice(value, precision);
    case 'pnl':
    case 'commission':
    case 'net':
    case 'equity':
    case 'losscut':
      return formatDecimal(value);
  }
}

function stepsOf(
  { fill, contract, closed, rule }: OverseaReceipt,
  { record, verdict }: VerifyRun<FillVerdict>,
  words: OverseaAccountWords,
): readonly TimelineStep[] {
  const stateOf = (...keys: readonly FillCheckKey[]) => stepState(verdict, ...keys);
  const checkOf = (wanted: FillCheckKey) => verdict.checks.find(({ key }) => key === wanted);
  const chain = checkOf('chain');
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
      state: stateOf('reached', 'price'),
    },
    {
      key: 'money',
      title: words.countedAgain,
      text:
        closed === null
          ? words.countedFeeLead(formatDecimal(fill.commission))
          : words.countedAgainLead(
              words.contracts(formatDecimal(String(fill.closedQty))),
              formatDecimal(contract.multiplier),
              formatDecimal(contract.rate),
            ),
      state: stateOf('pnl', 'commission', 'net'),
    },
    ...(checkOf('losscut')
      ? [
          {
            key: 'losscut',
            title: words.cutAgain,
            text: words.cutAgainLead,
            state: stateOf('equity', 'losscut'),
          },
        ]
      : []),
    ...(chain
      ? [
          {
            key: 'hash',
            title: words.hashAgain,
            text: <HashText value={chain.device} whole />,
            state: stateOf('chain'),
          },
        ]
      : []),
  ];
}
