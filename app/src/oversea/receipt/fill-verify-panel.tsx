// "Verify it yourself" for a fill (design 31d): computed again on this device, beside what the server says.
import { formatDecimal, formatPrice } from '@maru/client/format';
import type { ReceiptTicks } from '@maru/contract/binary-receipt';
import { type OverseaReceipt, overseaReceiptTicks } from '@maru/contract/oversea-receipt';
import { useCallback, useEffect, useState } from 'react';
import { VerdictPage } from '../../receipt/verdict-page.tsx';
import { endsOf } from '../../receipt/verify-table.tsx';
import { usePlatform } from '../../shell/platform.tsx';
import { useWords } from '../../text/language.tsx';
import { type OverseaAccountWords, overseaAccountWords } from '../../text/oversea-account.ts';
import { receiptWords } from '../../text/receipt.ts';
import { HashText } from '../../ui/figures/hash-text.tsx';
import { FullScreenPanel } from '../../ui/overlays/full-screen-panel.tsx';
import type { TimelineStep } from '../../ui/rows/timeline.tsx';
import { LoadingBar } from '../../ui/states/loading-bar.tsx';
import { StatePanel } from '../../ui/states/state-panel.tsx';
import { useFillNames } from '../history/fill-rows.tsx';
import {
  type OverseaCheckKey,
  type OverseaRecomputed,
  type OverseaVerdict,
  recomputeFill,
} from './recompute-fill.ts';

interface Props {
  readonly open: boolean;
  readonly receipt: OverseaReceipt;
  readonly onClose: () => void;
}

export function OverseaVerifyPanel({ open, receipt, onClose }: Props) {
  const words = useWords(receiptWords);
  return (
    <FullScreenPanel open={open} onClose={onClose} title={words.verify} closeLabel={words.close}>
      {open && <Verification receipt={receipt} />}
    </FullScreenPanel>
  );
}

interface Run {
  readonly record: ReceiptTicks;
  readonly made: OverseaRecomputed;
  readonly tookMs: number;
}

type State =
  | { readonly kind: 'busy' }
  | { readonly kind: 'failed'; readonly message: string }
  | ({ readonly kind: 'done' } & Run);

function Verification({ receipt }: { readonly receipt: OverseaReceipt }) {
  const words = useWords(receiptWords);
  const { call } = usePlatform();
  const [state, setState] = useState<State>({ kind: 'busy' });
  const run = useCallback(async () => {
    setState({ kind: 'busy' });
    const from = performance.now();
    const outcome = await call(overseaReceiptTicks, { query: { fillId: receipt.fill.id } });
    if (!outcome.ok) return setState({ kind: 'failed', message: outcome.message });
    const made = recomputeFill(receipt, outcome.reply);
    setState({ kind: 'done', record: outcome.reply, made, tookMs: performance.now() - from });
  }, [call, receipt]);
  useEffect(() => void run(), [run]);

  const again = { label: words.verifyAgain, onPress: () => void run() };
  if (state.kind === 'busy') return <LoadingBar label={words.verifying} />;
  if (state.kind === 'failed')
    return <StatePanel kind="error" title={words.verifyFailed} sentence={state.message} action={again} />;
  switch (state.made.kind) {
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
  readonly receipt: OverseaReceipt;
  readonly run: Run;
  readonly verdict: OverseaVerdict;
  readonly onAgain: () => void;
}

function Judged({ receipt, run, verdict, onAgain }: JudgedProps) {
  const words = useWords(overseaAccountWords);
  const { precision } = useFillNames()(receipt.fill);
  return (
    <VerdictPage
      receipt={receipt}
      record={run.record}
      isSame={verdict.isSame}
      tookMs={run.tookMs}
      steps={stepsOf({ receipt, run, verdict }, words)}
      rows={verdict.checks.map(({ key, server, device, isSame }) => ({
        key,
        name: words.checks[key],
        server: shownValue({ key, value: server }, precision),
        device: shownValue({ key, value: device }, precision),
        isSame,
      }))}
      onAgain={onAgain}
    />
  );
}

function shownValue(
  { key, value }: { readonly key: OverseaCheckKey; readonly value: string },
  precision: number,
): string {
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
  { receipt, run, verdict }: Omit<JudgedProps, 'onAgain'>,
  words: OverseaAccountWords,
): readonly TimelineStep[] {
  const { fill, contract } = receipt;
  const find = (...keys: readonly OverseaCheckKey[]) =>
    verdict.checks.filter(({ key }) => keys.includes(key));
  const stateOf = (...keys: readonly OverseaCheckKey[]) =>
    find(...keys).every(({ isSame }) => isSame) ? ('done' as const) : ('danger' as const);
  const count = run.record.minutes.reduce((sum, { ticks }) => sum + ticks.split('\n').length, 0);
  const chain = find('chain')[0];
  return [
    {
      key: 'ticks',
      title: words.gotTicks(formatDecimal(String(count))),
      text: words.gotTicksLead(String(run.record.minutes.length)),
      state: stateOf('chain', 'tick'),
    },
    {
      key: 'price',
      title: words.pricedAgain(receipt.rule),
      text: words.pricedAgainLead,
      state: stateOf('reached', 'price'),
    },
    {
      key: 'money',
      title: words.countedAgain,
      text:
        receipt.closed === null
          ? words.countedFeeLead(formatDecimal(fill.commission))
          : words.countedAgainLead(
              words.contracts(formatDecimal(String(fill.closedQty))),
              formatDecimal(contract.multiplier),
              formatDecimal(contract.rate),
            ),
      state: stateOf('pnl', 'commission', 'net'),
    },
    ...(find('losscut').length > 0
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
