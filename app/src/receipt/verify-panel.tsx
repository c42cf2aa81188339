// "Verify it yourself" (design 31d): a result recomputed on this device, beside the server's. Each product provides
// where its ticks are read, how it computes, and the texts of each step.
import type { Caller } from '@maru/client/call';
import type { ReceiptTicks } from '@maru/contract/receipt-ticks';
import { useCallback, useEffect, useState } from 'react';
import { usePlatform } from '../shell/platform.tsx';
import { useWords } from '../text/language.tsx';
import { receiptWords } from '../text/receipt.ts';
import { FullScreenPanel } from '../ui/overlays/full-screen-panel.tsx';
import { Timeline, type TimelineStep } from '../ui/rows/timeline.tsx';
import { LoadingBar } from '../ui/states/loading-bar.tsx';
import { StatePanel } from '../ui/states/state-panel.tsx';
import { type AboutThing, AskAboutMismatch } from './ask-about.tsx';
import { OutsideCheck } from './outside-check.tsx';
import { ReceiptFiles, saveReceipt, USUAL_PROGRAM } from './receipt-files.tsx';
import { inSeconds, VerdictHead } from './verdict-head.tsx';
import type { Check, Recomputed, Verdict } from './verification.ts';
import { VerifyActions } from './verify-actions.tsx';
import { VerifyTable } from './verify-table.tsx';
import './verify-panel.css';

type FetchedTicks =
  | { readonly ok: true; readonly reply: ReceiptTicks }
  | { readonly ok: false; readonly message: string };

/** How a product verifies: one value for all its receipts. */
export interface Verifier<Receipt extends object, Judged extends Verdict> {
  fetchTicks(call: Caller, receipt: Receipt): Promise<FetchedTicks>;
  recompute(receipt: Receipt, record: ReceiptTicks): Recomputed<Judged>;
  /** Does the same outside the app. */
  readonly program?: string;
}

export interface VerifyRun<Judged extends Verdict> {
  readonly record: ReceiptTicks;
  readonly verdict: Judged;
  readonly fetchMs: number;
  readonly computeMs: number;
}

interface Props<Receipt extends object, Key extends string, Judged extends Verdict<Key>> {
  readonly receipt: Receipt;
  readonly about?: AboutThing | undefined;
  readonly verifier: Verifier<Receipt, Judged>;
  readonly stepsOf: (run: VerifyRun<Judged>) => readonly TimelineStep[];
  readonly checkNames: Readonly<Record<Key, string>>;
  readonly valueText: (key: Key, value: string) => string;
  /** Which checks have a row of their own; without it each has one. */
  readonly isShown?: (check: Check<Key>) => boolean;
}

/** The props of a product's own panel. */
export interface VerifyPanelProps<Receipt> {
  readonly open: boolean;
  readonly receipt: Receipt;
  /** What the server attaches to an inquiry about a mismatch; without it none is offered. */
  readonly about?: AboutThing | undefined;
  readonly onClose: () => void;
}

export function VerifyPanel<Receipt extends object, Key extends string, Judged extends Verdict<Key>>({
  open,
  onClose,
  ...rest
}: VerifyPanelProps<Receipt> & Props<Receipt, Key, Judged>) {
  const words = useWords(receiptWords);
  return (
    <FullScreenPanel open={open} onClose={onClose} title={words.verify} closeLabel={words.close}>
      {open && <Verification {...rest} />}
    </FullScreenPanel>
  );
}

type State<Judged extends Verdict> =
  | { readonly kind: 'busy' | 'open' | 'unsealed' | 'unrecorded' }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'judged'; readonly run: VerifyRun<Judged> };

function useVerification<Receipt extends object, Judged extends Verdict>(
  receipt: Receipt,
  verifier: Verifier<Receipt, Judged>,
) {
  const { call } = usePlatform();
  const [state, setState] = useState<State<Judged>>({ kind: 'busy' });
  const run = useCallback(async () => {
    setState({ kind: 'busy' });
    const startedAt = performance.now();
    const outcome = await verifier.fetchTicks(call, receipt);
    if (!outcome.ok) return setState({ kind: 'failed', message: outcome.message });
    const fetchedAt = performance.now();
    const record = outcome.reply;
    const verdict = verifier.recompute(receipt, record);
    if (verdict.kind !== 'judged') return setState({ kind: verdict.kind });
    const computeMs = performance.now() - fetchedAt;
    setState({ kind: 'judged', run: { record, verdict, fetchMs: fetchedAt - startedAt, computeMs } });
  }, [call, receipt, verifier]);
  useEffect(() => void run(), [run]);
  return { state, run };
}

function Verification<Receipt extends object, Key extends string, Judged extends Verdict<Key>>({
  receipt,
  about,
  verifier,
  stepsOf,
  checkNames,
  valueText,
  isShown = () => true,
}: Props<Receipt, Key, Judged>) {
  const words = useWords(receiptWords);
  const { state, run } = useVerification(receipt, verifier);
  const { program = USUAL_PROGRAM } = verifier;
  const again = { label: words.verifyAgain, onPress: () => void run() };
  switch (state.kind) {
    case 'busy':
      return <LoadingBar label={words.verifying} />;
    case 'failed':
      return <StatePanel kind="error" title={words.verifyFailed} sentence={state.message} action={again} />;
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
    case 'judged': {
      const { record, verdict, fetchMs, computeMs } = state.run;
      const { isSame, checks } = verdict;
      return (
        <div className="verify-panel">
          <VerdictHead
            size="page"
            isSame={isSame}
            title={isSame ? words.verifySame : words.verifyDifferent}
            lead={isSame ? words.verifyTook(inSeconds(fetchMs + computeMs)) : words.verifyDifferentLead}
          />
          {!isSame && about !== undefined && (
            <div className="verify-panel__ask">
              <AskAboutMismatch about={about} />
            </div>
          )}
          <section className="verify-panel__steps">
            <Timeline label={words.verifySteps} steps={stepsOf(state.run)} />
          </section>
          <VerifyTable
            rows={checks.filter(isShown).map((check) => ({
              ...check,
              name: checkNames[check.key],
              server: valueText(check.key, check.server),
              device: valueText(check.key, check.device),
            }))}
          />
          <OutsideCheck command={words.command(program)} lead={words.outsideLead}>
            <ReceiptFiles receipt={receipt} record={record} program={program} />
          </OutsideCheck>
          <VerifyActions
            save={{ label: words.saveReceipt, icon: 'download', onPress: () => saveReceipt(receipt) }}
            onAgain={again.onPress}
          />
        </div>
      );
    }
  }
}
