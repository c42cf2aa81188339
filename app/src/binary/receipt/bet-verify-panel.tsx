// The steps and texts of "verify it yourself" for a bet.
import { formatDecimal, formatPrice } from '@maru/client/format';
import { betReceiptTicks, type Receipt } from '@maru/contract/binary/receipt';
import { oddsOf } from '../../bitball/trade/market-words.ts';
import { countTicks } from '../../receipt/tick-record.ts';
import { inSeconds } from '../../receipt/verdict-head.tsx';
import { type Check, stepState } from '../../receipt/verification.ts';
import {
  type Verifier,
  VerifyPanel,
  type VerifyPanelProps,
  type VerifyRun,
} from '../../receipt/verify-panel.tsx';
import { endsOf } from '../../receipt/verify-table.tsx';
import { useWords } from '../../text/language.tsx';
import { receiptWords } from '../../text/receipt.ts';
import { HashText } from '../../ui/figures/hash-text.tsx';
import type { TimelineStep } from '../../ui/rows/timeline.tsx';
import { exactPayout, type ReceiptWords, resultLabel } from '../history/bet-words.ts';
import { type BetCheckKey, type BetVerdict, type Reason, recomputeBet } from './recompute-bet.ts';

export type BetVerifier = Verifier<Receipt, BetVerdict>;

const usualVerifier: BetVerifier = {
  fetchTicks: (call, { bet }) => call(betReceiptTicks, { query: { betId: bet.id } }),
  recompute: recomputeBet,
};

export function BetVerifyPanel({
  verifier = usualVerifier,
  ...props
}: VerifyPanelProps<Receipt> & { readonly verifier?: BetVerifier }) {
  const words = useWords(receiptWords);
  return (
    <VerifyPanel
      {...props}
      verifier={verifier}
      stepsOf={(run) => stepsOf(props.receipt, run, words)}
      checkNames={words.checks}
      valueText={(key, value) => valueText(key, value, props.receipt, words)}
      isShown={isShown}
    />
  );
}

/** The round and the reason have no row of their own unless they differ. */
const isShown = ({ key, isSame, server, device }: Check<BetCheckKey>): boolean =>
  !isSame || (!['round', 'reason'].includes(key) && `${server}${device}` !== '');

function valueText(key: BetCheckKey, value: string, { round }: Receipt, words: ReceiptWords): string {
  switch (key) {
    case 'entry':
    case 'exit':
      return value === '' ? '–' : formatPrice(value, round.precision);
    case 'chain':
    case 'commit':
      return endsOf(value);
    case 'result':
      return resultLabel(Number(value) as 0 | 1 | 2 | 3, words);
    case 'reason':
      return value === '' ? '–' : words.reasons[value as Reason];
    case 'salt':
      return value.split(':')[1] ?? '–';
    case 'round':
    case 'tickCount':
    case 'credit':
      return formatDecimal(value);
    case 'balls':
      return value;
  }
}

function stepsOf(
  receipt: Receipt,
  { record, verdict, fetchMs, computeMs }: VerifyRun<BetVerdict>,
  words: ReceiptWords,
): readonly TimelineStep[] {
  const stateOf = (...keys: readonly BetCheckKey[]) => stepState(verdict, ...keys);
  const chain = stateOf('chain');
  const { bet, round, result } = receipt;
  const lead = verdict.isDeclared
    ? words.judgedDeclared
    : { AT_BET: words.judgedEntry, ROUND_OPEN: words.judgedOpen, DRAW: words.judgedBall }[round.strikeMode];
  const sum =
    result.status === 1
      ? `${formatDecimal(bet.point)} × ${oddsOf(bet.rate)} = ${formatDecimal(exactPayout(bet))}`
      : words.fromTo(resultLabel(result.status, words), formatDecimal(result.credit ?? undefined));
  return [
    {
      key: 'ticks',
      title: words.gotTicks(formatDecimal(String(countTicks(record)))),
      time: `${inSeconds(fetchMs)} s`,
      text: chain === 'done' ? words.gotTicksLead(record.minutes.length) : words.chainBroken,
      state: chain,
    },
    {
      key: 'judged',
      title: words.judgedAgain(`${bet.optionType} · ${receipt.rule}`),
      time: `${inSeconds(computeMs)} s`,
      text: lead,
      state: stateOf('round', 'tickCount', 'entry', 'exit', 'commit', 'salt', 'balls', 'result', 'reason'),
    },
    { key: 'paid', title: words.paidAgain, text: sum, state: stateOf('credit') },
    ...verdict.checks
      .filter(({ key }) => key === 'chain')
      .map(({ device, isSame }) => ({
        key: 'hash',
        title: isSame ? words.hashSame : words.hashDifferent,
        text: <HashText value={device} whole />,
        state: chain,
      })),
  ];
}
