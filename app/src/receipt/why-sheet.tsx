// The explanation of a figure (design 31b): one sentence, the formula in words and in figures, and its sources.
import type { ReactNode } from 'react';
import { useWords } from '../text/language.tsx';
import { receiptWords } from '../text/receipt.ts';
import { BottomSheet } from '../ui/overlays/bottom-sheet.tsx';
import { KeyValue, KeyValueList } from '../ui/rows/key-value.tsx';
import { WhyFormula } from './why-formula.tsx';
import './why-sheet.css';

export interface Explanation {
  readonly title: string;
  readonly sentence: string;
  readonly formula?:
    | {
        readonly name: string;
        readonly words: string;
        readonly result: string;
        readonly figures: string;
      }
    | undefined;
  readonly parts: readonly { readonly name: string; readonly value: ReactNode }[];
}

interface Props {
  /** Undefined closes it. */
  readonly explanation: Explanation | undefined;
  readonly onClose: () => void;
}

export function WhySheet({ explanation, onClose }: Props) {
  const words = useWords(receiptWords);
  return (
    <BottomSheet
      open={explanation !== undefined}
      onClose={onClose}
      title={explanation?.title ?? ''}
      closeLabel={words.close}
    >
      {explanation && (
        <div className="receipt-why">
          <p className="text-lead">{explanation.sentence}</p>
          {explanation.formula && (
            <>
              <WhyFormula name={explanation.formula.name}>{explanation.formula.words}</WhyFormula>
              <WhyFormula name={explanation.formula.result} isFigures>
                {explanation.formula.figures}
              </WhyFormula>
            </>
          )}
          <div className="receipt-why__parts">
            <KeyValueList>
              {explanation.parts.map(({ name, value }) => (
                <KeyValue key={name} name={name} strong>
                  {value}
                </KeyValue>
              ))}
            </KeyValueList>
          </div>
        </div>
      )}
    </BottomSheet>
  );
}
