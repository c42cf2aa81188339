// How to check a result without this app: the command, what it needs, and the files for it.
import type { ReactNode } from 'react';
import { useWords } from '../text/language.tsx';
import { receiptWords } from '../text/receipt.ts';
import { IconButton } from '../ui/buttons/button.tsx';
import './outside-check.css';
import { useCopy } from './use-copy.ts';

interface Props {
  readonly command: string;
  readonly lead: string;
  /** The files that the command reads. */
  readonly children: ReactNode;
}

export function OutsideCheck({ command, lead, children }: Props) {
  const words = useWords(receiptWords);
  const { isCopied, copy } = useCopy();
  return (
    <section className="outside-check">
      <h3 className="text-heading">{words.outside}</h3>
      <div className="outside-check__command">
        <code>{command}</code>
        <IconButton
          icon={isCopied ? 'check' : 'copy'}
          size={18}
          label={isCopied ? words.copied : words.copyCommand}
          onPress={() => copy(command)}
        />
      </div>
      <p className="text-caption">{lead}</p>
      {children}
    </section>
  );
}
