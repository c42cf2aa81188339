// How limits count, in plain words.
import { Fragment } from 'react';
import { useText, useWords } from '../text/language.tsx';
import { limitsWords } from '../text/limits.ts';
import { BottomSheet } from '../ui/overlays/bottom-sheet.tsx';

const KINDS = ['LOSS', 'STAKE', 'DEPOSIT', 'TIME'] as const;

export function CountSheet({ onClose }: { readonly onClose: () => void }) {
  const words = useWords(limitsWords);
  const { shell } = useText();
  return (
    <BottomSheet open onClose={onClose} title={words.counting} closeLabel={shell.close}>
      <dl className="limits-sheet__parts">
        {KINDS.map((kind) => (
          <Fragment key={kind}>
            <dt>{words.name[kind]}</dt>
            <dd className="text-note">{words.countingOf[kind]}</dd>
          </Fragment>
        ))}
        <dt>{words.neverStopped}</dt>
        <dd className="text-note">{words.neverStoppedLead}</dd>
      </dl>
    </BottomSheet>
  );
}
