// "Verify it yourself" for a fill (design 31d): computed again on this device, beside what the server says.
import { formatDecimal, formatPrice } from '@maru/client/format';
import type { ReceiptTicks } from '@maru/contract/binary-receipt';
import { type OverseaReceipt, overseaReceiptTicks } from '@maru/contract/oversea-receipt';
import { useCallback, useEffect, useState } from 'react';
import { usePlatform } from '../shell/platform.tsx';
import { useWords } from '../text/language.tsx';
import { type OverseaAccountWords, overseaAccountWords } from '../text/oversea-account.ts';
import { receiptWords } from '../text/receipt.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { FullScreenPanel } from '../ui/full-screen-panel.tsx';
import { HashText } from '../ui/hash-text.tsx';
import { Icon } from '../ui/icon.tsx';
import { LoadingBar } from '../ui/loading-bar.tsx';
import { StatePanel } from '../ui/state-panel.tsx';
import { Timeline, type TimelineStep } from '../ui/timeline.tsx';
import { useFillNames } from './oversea-fill-rows.tsx';
import {
  type OverseaCheck,
  type OverseaCheckKey,
  type OverseaRecomputed,
  type OverseaVerdict,
  recomputeFill,
} from './oversea-recompute.ts';
import { ReceiptFiles, saveReceipt } from './receipt-files.tsx';
import { useCopy } from './use-copy.ts';
import './verify-panel.css';
import './verify-table.css';

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

const seconds = (durationMs: number): string => formatPrice((durationMs / 1_000).toFixed(3), 2);

function Judged({ receipt, run, verdict, onAgain }: JudgedProps) {
  const shared = useWords(receiptWords);
  const words = useWords(overseaAccountWords);
  const { precision } = useFillNames()(receipt.fill);
  const { isCopied, copy } = useCopy();
  const { isSame } = verdict;
  return (
    <div className="verify">
      <section className={isSame ? 'verify__head' : 'verify__head verify__head--different'} role="status">
        <span className="verify__sign">
          <Icon name={isSame ? 'check' : 'close'} size={30} weight={2.4} />
        </span>
        <span>
          <b>{isSame ? shared.verifySame : shared.verifyDifferent}</b>
          <small>{isSame ? shared.verifyTook(seconds(run.tookMs)) : shared.verifyDifferentLead}</small>
        </span>
      </section>
      <section className="verify__block">
        <Timeline label={shared.verifySteps} steps={stepsOf({ receipt, run, verdict }, words)} />
      </section>
      <div className="verify-table__frame">
        <table className="verify-table">
          <caption className="unseen">{shared.compareLabel}</caption>
          <thead>
            <tr>
              <td />
              <th scope="col">{shared.server}</th>
              <th scope="col">{shared.device}</th>
              <td />
            </tr>
          </thead>
          <tbody>
            {inOrder(verdict.checks).map((check) => (
              <tr key={check.key} className={check.isSame ? undefined : 'verify-table__different'}>
                <th scope="row">{words.checks[check.key]}</th>
                <td className="figure">{shownValue(check.key, check.server, precision)}</td>
                <td className="figure">{shownValue(check.key, check.device, precision)}</td>
                <td>
                  <Icon name={check.isSame ? 'check' : 'close'} size={16} weight={2.4} />
                  <span className="unseen">{check.isSame ? shared.isSame : shared.isDifferent}</span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <section className="verify__block">
        <h3>{shared.outside}</h3>
        <div className="verify__command">
          <code>{shared.command}</code>
          <IconButton
            icon={isCopied ? 'check' : 'copy'}
            size={18}
            label={isCopied ? shared.copied : shared.copyCommand}
            onPress={() => copy(shared.command)}
          />
        </div>
        <p className="verify__lead">{shared.outsideLead}</p>
        <ReceiptFiles receipt={receipt} record={run.record} />
      </section>
      <div className="verify__actions">
        <Button kind="tonal" icon="download" onPress={() => saveReceipt(receipt)}>
          {shared.saveReceipt}
        </Button>
        <Button onPress={onAgain}>{shared.verifyAgain}</Button>
      </div>
    </div>
  );
}

/** Figures that one knows come first, the hash last. */
const inOrder = (checks: readonly OverseaCheck[]): readonly OverseaCheck[] =>
  checks.toSorted((a, b) => Number(a.key === 'chain') - Number(b.key === 'chain'));

function shownValue(key: OverseaCheckKey, value: string, precision: number): string {
  if (value === '') return '–';
  switch (key) {
    case 'chain':
      return `${value.slice(0, 4)} … ${value.slice(-4)}`;
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
