// The three files with which anybody checks a receipt outside the app.
import type { Receipt, ReceiptTicks } from '@maru/contract/binary-receipt';
import type { OverseaReceipt } from '@maru/contract/oversea-receipt';
import { useWords } from '../text/language.tsx';
import { receiptWords } from '../text/receipt.ts';
import { ProofFiles, saveJson } from './proof-files.tsx';

/** The names that the command of `verify.mjs` is written with. */
const RECEIPT_FILE = 'receipt.json';
const TICKS_FILE = 'ticks.json';

export const saveReceipt = (receipt: Receipt | OverseaReceipt): void => saveJson(RECEIPT_FILE, receipt);

interface Props {
  readonly receipt: Receipt | OverseaReceipt;
  readonly record: ReceiptTicks | undefined;
}

export function ReceiptFiles({ receipt, record }: Props) {
  const words = useWords(receiptWords);
  return (
    <ProofFiles
      files={[
        { name: RECEIPT_FILE, label: words.receiptFile, value: receipt },
        { name: TICKS_FILE, label: words.ticksFile, value: record },
      ]}
      program="verify.mjs"
    />
  );
}
