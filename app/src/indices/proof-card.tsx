// A card with one long value: the seal of a day, or its seed.
import type { ReactNode } from 'react';
import { useCopy } from '../receipt/use-copy.ts';
import { indexWords } from '../text/indices.ts';
import { useWords } from '../text/language.tsx';
import { IconButton } from '../ui/buttons/button.tsx';
import { HashText } from '../ui/figures/hash-text.tsx';
import { Icon } from '../ui/icons/icon.tsx';
import { Card } from '../ui/layout/card.tsx';
import { Tile } from '../ui/rows/tile.tsx';
import './proof-card.css';

interface Props {
  readonly kind: 'seal' | 'seed';
  readonly title: string;
  readonly meta: string;
  readonly value: string;
  readonly children?: ReactNode;
}

export function ProofCard({ kind, title, meta, value, children }: Props) {
  const words = useWords(indexWords);
  const { isCopied, copy } = useCopy();
  const copyLabel = kind === 'seal' ? words.copySeal : words.copySeed;
  return (
    <Card label={title} className="proof-card">
      <div className="proof-card__head">
        <Tile tone={kind === 'seal' ? 'brass' : 'plain'}>
          <Icon name={kind === 'seal' ? 'lock' : 'key'} size={20} />
        </Tile>
        <span className="text-stack">
          <b className="text-strong">{title}</b>
          <small className="text-micro">{meta}</small>
        </span>
        <IconButton
          icon={isCopied ? 'check' : 'copy'}
          size={20}
          label={isCopied ? words.copied : copyLabel}
          onPress={() => copy(value)}
        />
      </div>
      <p className="proof-card__value">
        <HashText value={value} whole />
      </p>
      {children}
    </Card>
  );
}
