// The three files for checking a receipt outside the app.
import type { ReceiptTicks } from '@maru/contract/receipt-ticks';
import { useWords } from '../text/language.tsx';
import { receiptWords } from '../text/receipt.ts';
import { ProofFiles, saveJson } from './proof-files.tsx';

/** The file names in the command of `verify.mjs`. */
const RECEIPT_FILE = 'receipt.json';
const TICKS_FILE = 'ticks.json';

export const saveReceipt = (receipt: object): void => saveJson(RECEIPT_FILE, receipt);

interface Props {
  readonly receipt: object;
  readonly record: ReceiptTicks | undefined;
  /** The one that knows the rules of the receipt. */
  readonly program?: string;
}

export const USUAL_PROGRAM = 'verify.mjs';

export function ReceiptFiles({ receipt, record, program = USUAL_PROGRAM }: Props) {
  const words = useWords(receiptWords);
  return (
    <ProofFiles
      files={[
        { name: RECEIPT_FILE, label: words.receiptFile, value: receipt },
        { name: TICKS_FILE, label: words.ticksFile, value: record },
      ]}
      program={program}
    />
  );
}
