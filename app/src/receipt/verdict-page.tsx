// The outcome of "verify it yourself" (design 31d), for every product: the verdict, how it was reached, both values.
import { formatPrice } from '@maru/client/format';
import type { Receipt, ReceiptTicks } from '@maru/contract/binary-receipt';
import type { OverseaReceipt } from '@maru/contract/oversea-receipt';
import { useWords } from '../text/language.tsx';
import { receiptWords } from '../text/receipt.ts';
import { Button } from '../ui/buttons/button.tsx';
import { Icon } from '../ui/icons/icon.tsx';
import { Timeline, type TimelineStep } from '../ui/rows/timeline.tsx';
import { OutsideCheck } from './outside-check.tsx';
import { ReceiptFiles, saveReceipt } from './receipt-files.tsx';
import './verdict-page.css';
import { type VerifyRow, VerifyTable } from './verify-table.tsx';

interface Props {
  readonly receipt: Receipt | OverseaReceipt;
  readonly record: ReceiptTicks;
  readonly isSame: boolean;
  readonly tookMs: number;
  readonly steps: readonly TimelineStep[];
  readonly rows: readonly VerifyRow[];
  readonly onAgain: () => void;
}

/** `0.25`: seconds, to a hundredth. */
export const inSeconds = (durationMs: number): string => formatPrice((durationMs / 1_000).toFixed(3), 2);

export function VerdictPage({ receipt, record, isSame, tookMs, steps, rows, onAgain }: Props) {
  const words = useWords(receiptWords);
  return (
    <div className="verdict">
      <section className={isSame ? 'verdict__head' : 'verdict__head verdict__head--different'} role="status">
        <span className="verdict__sign">
          <Icon name={isSame ? 'check' : 'close'} size={30} weight={2.4} />
        </span>
        <span>
          <b>{isSame ? words.verifySame : words.verifyDifferent}</b>
          <small>{isSame ? words.verifyTook(inSeconds(tookMs)) : words.verifyDifferentLead}</small>
        </span>
      </section>
      <section className="verdict__steps">
        <Timeline label={words.verifySteps} steps={steps} />
      </section>
      <VerifyTable rows={rows} />
      <OutsideCheck command={words.command} lead={words.outsideLead}>
        <ReceiptFiles receipt={receipt} record={record} />
      </OutsideCheck>
      <div className="verdict__actions">
        <Button kind="tonal" icon="download" onPress={() => saveReceipt(receipt)}>
          {words.saveReceipt}
        </Button>
        <Button onPress={onAgain}>{words.verifyAgain}</Button>
      </div>
    </div>
  );
}
