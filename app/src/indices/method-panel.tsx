// How a day is computed, what that proves and what not, and the files to check it without this app.
import { type IndexDayProof, indexDayOf } from '@maru/contract/indices';
import { saveJson } from '../receipt/receipt-files.tsx';
import { useCopy } from '../receipt/use-copy.ts';
import { useAnswer } from '../shell/use-answer.ts';
import { indexWords } from '../text/indices.ts';
import { useWords } from '../text/language.tsx';
import { buttonLook, IconButton } from '../ui/button.tsx';
import { FullScreenPanel } from '../ui/full-screen-panel.tsx';
import { Icon } from '../ui/icon.tsx';
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

const SCRIPT = '/verify-index.mjs';

function Method({ stock, date, done }: Omit<Props, 'open' | 'onClose'>) {
  const words = useWords(indexWords);
  const { isCopied, copy } = useCopy();
  const { reply } = useAnswer(indexDayOf, date === undefined ? null : { stock, date });
  const proof: IndexDayProof | undefined = done?.proof ?? reply;
  const look = buttonLook({ kind: 'tonal', size: 'medium', width: 'fill' });
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
        <h2>{words.limitsTitle}</h2>
        <p>{words.limits.proven}</p>
        <p>{words.limits.unproven}</p>
      </section>
      <section className="index-proof__block">
        <h2>{words.outside}</h2>
        <div className="index-proof__command">
          <code>{words.command}</code>
          <IconButton
            icon={isCopied ? 'check' : 'copy'}
            size={18}
            label={isCopied ? words.copied : words.copyCommand}
            onPress={() => copy(words.command)}
          />
        </div>
        <div className="index-proof__files">
          <button
            type="button"
            className={look}
            disabled={proof === undefined}
            onClick={() => saveJson('index-day.json', proof)}
          >
            <Icon name="download" size={18} weight={2} />
            {words.dayFile}
          </button>
          <button
            type="button"
            className={look}
            disabled={done === undefined}
            onClick={() => saveJson('ticks.json', done?.record)}
          >
            <Icon name="download" size={18} weight={2} />
            {words.ticksFile}
          </button>
          <a className={look} href={SCRIPT} download="verify-index.mjs">
            <Icon name="download" size={18} weight={2} />
            {words.scriptFile}
          </a>
        </div>
        <p className="index-proof__note">{done === undefined ? words.ticksFirst : words.outsideLead}</p>
      </section>
    </>
  );
}
