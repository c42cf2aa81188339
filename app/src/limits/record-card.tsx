// The record of today: the hash on the page, and behind it the figures and the text that it is the hash of.
import type { WireLimits } from '@maru/contract/limits/calls';
import { useState } from 'react';
import { useCopy } from '../receipt/use-copy.ts';
import { useMoneyText } from '../shell/money-text.ts';
import { useText, useWords } from '../text/language.tsx';
import { limitsWords } from '../text/limits.ts';
import { Button } from '../ui/buttons/button.tsx';
import { Icon } from '../ui/icons/icon.tsx';
import { BottomSheet } from '../ui/overlays/bottom-sheet.tsx';
import { valueText } from './limit-words.ts';

interface Props {
  readonly limits: WireLimits['limits'];
  readonly record: NonNullable<WireLimits['record']>;
}

/** `ad9d 0ba9 ba84 6b93 … 1cfc c88a` */
function shortHash(sha256: string): string {
  const groups = sha256.match(/.{4}/g) ?? [];
  return `${groups.slice(0, 4).join(' ')} ··· ${groups.slice(-2).join(' ')}`;
}

export function RecordCard({ limits, record }: Props) {
  const words = useWords(limitsWords);
  const [isOpen, setOpen] = useState(false);
  const names = record.exceeded.map((kind) => words.name[kind]).join(', ');
  const line = names === '' ? words.recordKept : words.recordExceeded(names);
  return (
    <>
      <button type="button" className="limits__record" onClick={() => setOpen(true)}>
        <Icon name="document" size={20} />
        <span>
          {line}
          <span className="limits__hash figure">{shortHash(record.sha256)}</span>
        </span>
      </button>
      {isOpen && <RecordSheet limits={limits} record={record} onClose={() => setOpen(false)} />}
    </>
  );
}

function RecordSheet({ limits, record, onClose }: Props & { readonly onClose: () => void }) {
  const words = useWords(limitsWords);
  const { shell } = useText();
  const money = useMoneyText('KRW');
  const { isCopied, copy } = useCopy();
  return (
    <BottomSheet
      open
      onClose={onClose}
      title={words.record}
      closeLabel={shell.close}
      action={
        <Button icon="copy" onPress={() => copy(record.text)}>
          {isCopied ? words.recordCopied : words.recordCopy}
        </Button>
      }
    >
      <dl className="record-sheet__rows">
        {limits.map(({ kind, value, used }) => (
          <div key={kind} className="record-sheet__row">
            <dt>{words.name[kind]}</dt>
            <dd className="figure">
              {valueText(kind, used, words, money)}
              <span className="record-sheet__of">
                {' / '}
                {value === null ? words.none : valueText(kind, value, words, money)}
              </span>
            </dd>
          </div>
        ))}
      </dl>
      <p className="text-note">{words.recordLead}</p>
      <p className="record-sheet__text">{record.text}</p>
      <p className="record-sheet__text">
        <b>SHA-256</b> {record.sha256}
      </p>
    </BottomSheet>
  );
}
