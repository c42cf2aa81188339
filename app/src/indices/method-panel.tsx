// How a day is computed, what that proves and what not, and the files to check it without this app.
import { type IndexDayProof, indexDayOf } from '@maru/contract/indices';
import { OutsideCheck } from '../receipt/outside-check.tsx';
import { ProofFiles } from '../receipt/proof-files.tsx';
import { useAnswer } from '../shell/connection/use-answer.ts';
import { indexWords } from '../text/indices.ts';
import { useWords } from '../text/language.tsx';
import { receiptWords } from '../text/receipt.ts';
import { FullScreenPanel } from '../ui/overlays/full-screen-panel.tsx';
import type { CheckedDay } from './use-day-check.ts';

interface Props {
  readonly open: boolean;
  readonly stock: string;
  readonly date: string | undefined;
  readonly done: CheckedDay | undefined;
  readonly onClose: () => void;
}

export function MethodPanel({ open, onClose, ...rest }: Props) {
  const words = useWords(indexWords);
  return (
    <FullScreenPanel open={open} onClose={onClose} title={words.method} closeLabel={words.close}>
      {open && <Method {...rest} />}
    </FullScreenPanel>
  );
}

function Method({ stock, date, done }: Omit<Props, 'open' | 'onClose'>) {
  const words = useWords(indexWords);
  const shared = useWords(receiptWords);
  const { reply } = useAnswer(indexDayOf, date === undefined ? null : { stock, date });
  const proof: IndexDayProof | undefined = done?.proof ?? reply;
  const { ticks, hash, walks, whole, open } = words.steps;
  return (
    <>
      <section className="index-proof__block">
        <ol className="index-proof__steps">
          {[ticks, hash, walks, whole, open].map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </section>
      <section className="index-proof__block">
        <h3 className="text-heading">{words.limitsTitle}</h3>
        <p>{words.limits.proven}</p>
        <p>{words.limits.unproven}</p>
      </section>
      <OutsideCheck command={words.command} lead={done === undefined ? words.ticksFirst : words.outsideLead}>
        <ProofFiles
          files={[
            { name: 'index-day.json', label: words.dayFile, value: proof },
            { name: 'ticks.json', label: shared.ticksFile, value: done?.record },
          ]}
          program="verify-index.mjs"
        />
      </OutsideCheck>
    </>
  );
}
