// The three files with which anybody checks a result outside the app.
import type { Receipt, ReceiptTicks } from '@maru/contract/binary-receipt';
import type { OverseaReceipt } from '@maru/contract/oversea-receipt';
import { useWords } from '../text/language.tsx';
import { receiptWords } from '../text/receipt.ts';
import { buttonLook } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import './receipt-files.css';

/** The names that the command of `verify.mjs` is written with. */
const RECEIPT_FILE = 'receipt.json';
const TICKS_FILE = 'ticks.json';
const SCRIPT = '/verify.mjs';

/** Long enough for the browser to begin to read it. */
const KEPT_MS = 10_000;

export function saveJson(name: string, value: unknown): void {
  const address = URL.createObjectURL(
    new Blob([JSON.stringify(value, null, 2)], { type: 'application/json' }),
  );
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS);
}

export const saveReceipt = (receipt: Receipt | OverseaReceipt): void => saveJson(RECEIPT_FILE, receipt);

interface Props {
  readonly receipt: Receipt | OverseaReceipt;
  readonly record: ReceiptTicks | undefined;
}

export function ReceiptFiles({ receipt, record }: Props) {
  const words = useWords(receiptWords);
  const look = buttonLook({ kind: 'tonal', size: 'medium', width: 'fill' });
  return (
    <div className="receipt-files">
      <button type="button" className={look} onClick={() => saveReceipt(receipt)}>
        <Icon name="download" size={18} weight={2} />
        {words.receiptFile}
      </button>
      <button
        type="button"
        className={look}
        disabled={record === undefined}
        onClick={() => saveJson(TICKS_FILE, record)}
      >
        <Icon name="download" size={18} weight={2} />
        {words.ticksFile}
      </button>
      <a className={look} href={SCRIPT} download="verify.mjs">
        <Icon name="download" size={18} weight={2} />
        {words.scriptFile}
      </a>
    </div>
  );
}
