// "Verify it yourself" (design 31d): the result computed again on this device, beside what the server says.
import { formatDecimal, formatPrice } from '@maru/client/format';
import type { Receipt, ReceiptTicks } from '@maru/contract/binary-receipt';
import { betReceiptTicks } from '@maru/contract/binary-receipt';
import { amount, divide, ONE, print, rate } from '@maru/engine/amount';
import { useCallback, useEffect, useState } from 'react';
import { formatOdds } from '../../bitball/trade/market-words.ts';
import { inSeconds, VerdictPage } from '../../receipt/verdict-page.tsx';
import { endsOf } from '../../receipt/verify-table.tsx';
import { usePlatform } from '../../shell/platform.tsx';
import { useWords } from '../../text/language.tsx';
import { receiptWords } from '../../text/receipt.ts';
import { HashText } from '../../ui/figures/hash-text.tsx';
import { FullScreenPanel } from '../../ui/overlays/full-screen-panel.tsx';
import type { TimelineStep } from '../../ui/rows/timeline.tsx';
import { LoadingBar } from '../../ui/states/loading-bar.tsx';
import { StatePanel } from '../../ui/states/state-panel.tsx';
import { type ReceiptWords, resultLabel } from '../history/bet-words.ts';
import { type Check, type Reason, type Recomputed, recompute, type Verdict } from './recompute-bet.ts';

interface Props {
  readonly open: boolean;
  readonly receipt: Receipt;
  readonly onClose: () => void;
}

export function VerifyPanel({ open, receipt, onClose }: Props) {
  const words = useWords(receiptWords);
  return (
    <FullScreenPanel open={open} onClose={onClose} title={words.verify} closeLabel={words.close}>
      {open && <Verification receipt={receipt} />}
    </FullScreenPanel>
  );
}

interface Run {
  readonly record: ReceiptTicks;
  readonly made: Recomputed;
  readonly fetchMs: number;
  readonly computeMs: number;
}

type State =
  | { readonly kind: 'busy' }
  | { readonly kind: 'failed'; readonly message: string }
  | ({ readonly kind: 'done' } & Run);

function useVerification(receipt: Receipt) {
  const { call } = usePlatform();
  const [state, setState] = useState<State>({ kind: 'busy' });
  const run = useCallback(async () => {
    setState({ kind: 'busy' });
    const from = performance.now();
    const outcome = await call(betReceiptTicks, { query: { betId: receipt.bet.id } });
    if (!outcome.ok) return setState({ kind: 'failed', message: outcome.message });
    const fetched = performance.now();
    const made = recompute(receipt, outcome.reply);
    setState({
      kind: 'done',
      record: outcome.reply,
      made,
      fetchMs: fetched - from,
      computeMs: performance.now() - fetched,
    });
  }, [call, receipt]);
  useEffect(() => void run(), [run]);
  return { state, run };
}

function Verification({ receipt }: { readonly receipt: Receipt }) {
  const words = useWords(receiptWords);
  const { state, run } = useVerification(receipt);
  const again = { label: words.verifyAgain, onPress: () => void run() };
  if (state.kind === 'busy') return <LoadingBar label={words.verifying} />;
  if (state.kind === 'failed')
    return <StatePanel kind="error" title={words.verifyFailed} sentence={state.message} action={again} />;
  switch (state.made.kind) {
    case 'open':
    case 'unsealed':
      return (
        <StatePanel
          kind="empty"
          title={words.verifyUnsealed}
          sentence={words.verifyUnsealedLead}
          action={again}
        />
      );
    case 'unrecorded':
      return <StatePanel kind="empty" title={words.verifyUnrecorded} sentence={words.verifyUnrecordedLead} />;
    case 'judged':
      return <Judged receipt={receipt} run={state} verdict={state.made} onAgain={again.onPress} />;
  }
}

interface JudgedProps {
  readonly receipt: Receipt;
  readonly run: Run;
  readonly verdict: Verdict;
  readonly onAgain: () => void;
}

function Judged({ receipt, run, verdict, onAgain }: JudgedProps) {
  const words = useWords(receiptWords);
  return (
    <VerdictPage
      receipt={receipt}
      record={run.record}
      isSame={verdict.isSame}
      tookMs={run.fetchMs + run.computeMs}
      steps={stepsOf({ receipt, run, verdict }, words)}
      rows={verdict.checks.filter(isShown).map(({ key, server, device, isSame }) => ({
        key,
        name: words.checks[key],
        server: shownValue({ key, value: server }, receipt, words),
        device: shownValue({ key, value: device }, receipt, words),
        isSame,
      }))}
      onAgain={onAgain}
    />
  );
}

/** What the round is called is no figure of its own; it is shown only where it is wrong. */
const isShown = ({ key, isSame, server, device }: Check): boolean =>
  !isSame || (!['round', 'reason'].includes(key) && `${server}${device}` !== '');

function shownValue(
  { key, value }: { readonly key: Check['key']; readonly value: string },
  { round }: Receipt,
  words: ReceiptWords,
): string {
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
  { receipt, run, verdict }: Omit<JudgedProps, 'onAgain'>,
  words: ReceiptWords,
): readonly TimelineStep[] {
  const { record, fetchMs, computeMs } = run;
  const find = (...keys: readonly Check['key'][]) => verdict.checks.filter(({ key }) => keys.includes(key));
  const stateOf = (checks: readonly Check[]) =>
    checks.every(({ isSame }) => isSame) ? ('done' as const) : ('danger' as const);
  const chain = find('chain');
  const isChained = stateOf(chain) === 'done';
  const count = record.minutes.reduce((sum, { ticks }) => sum + ticks.split('\n').length, 0);
  const { bet, round, result } = receipt;
  const odds = ONE + rate(bet.rate);
  const lead = verdict.isDeclared
    ? words.judgedDeclared
    : { AT_BET: words.judgedEntry, ROUND_OPEN: words.judgedOpen, DRAW: words.judgedBall }[round.strikeMode];
  const sum =
    result.status === 1
      ? `${formatDecimal(bet.point)} × ${formatOdds(print(odds))} = ${formatDecimal(print(divide(amount(bet.point) * odds, ONE, 'down')))}`
      : words.fromTo(resultLabel(result.status, words), formatDecimal(result.credit ?? undefined));
  return [
    {
      key: 'ticks',
      title: words.gotTicks(formatDecimal(String(count))),
      time: `${inSeconds(fetchMs)} s`,
      text: isChained ? words.gotTicksLead(record.minutes.length) : words.chainBroken,
      state: stateOf(chain),
    },
    {
      key: 'judged',
      title: words.judgedAgain(`${bet.optionType} · ${receipt.rule}`),
      time: `${inSeconds(computeMs)} s`,
      text: lead,
      state: stateOf(
        find('round', 'tickCount', 'entry', 'exit', 'commit', 'salt', 'balls', 'result', 'reason'),
      ),
    },
    { key: 'paid', title: words.paidAgain, text: sum, state: stateOf(find('credit')) },
    ...chain.map(({ device, isSame }) => ({
      key: 'hash',
      title: isSame ? words.hashSame : words.hashDifferent,
      text: <HashText value={device} whole />,
      state: stateOf(chain),
    })),
  ];
}
