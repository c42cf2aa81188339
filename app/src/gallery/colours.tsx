import { formatPrice } from '@maru/client/format';
import type { CSSProperties, ReactNode } from 'react';
import { Exhibit } from './exhibit.tsx';
import { useWords } from './words.ts';

export function Colours() {
  const { colours, sections } = useWords();
  const shown = [
    ['--bg', colours.bg],
    ['--s1', colours.s1],
    ['--s2', colours.s2],
    ['--s3', colours.s3],
    ['--tx1', colours.tx1],
    ['--tx2', colours.tx2],
    ['--tx3', colours.tx3],
    ['--brass-fill', colours.brass],
    ['--up-fill', colours.up],
    ['--down-fill', colours.down],
    ['--warn', colours.warn],
    ['--danger-fill', colours.danger],
  ] as const;
  return (
    <>
      <Exhibit title={sections.colours}>
        <div className="gallery__swatches">
          {shown.map(([token, name]) => (
            <div key={token} className="gallery__swatch">
              <i style={{ background: `var(${token})` }} />
              <b>{name}</b>
              <span>{token}</span>
            </div>
          ))}
        </div>
      </Exhibit>
      <Type />
    </>
  );
}

function Type() {
  const { type, sections } = useWords();
  return (
    <Exhibit title={sections.type} layout="stack">
      <div>
        <Specimen size="display" note="display 40/48 · 700">
          <span className="figure">
            {formatPrice('43342071', 0)}
            {type.won}
          </span>
        </Specimen>
        <Specimen size="price" note="price 32/40">
          <span className="figure figure--up">{formatPrice('25412.75', 2)}</span>
        </Specimen>
        <Specimen size="title1" note="title1 24/32">
          {type.title1}
        </Specimen>
        <Specimen size="title3" note="title3 17/24">
          {type.title3}
        </Specimen>
        <Specimen size="body2" note="body2 15/22">
          {type.body2}
        </Specimen>
        <Specimen size="caption" tone="tx2" note="caption 13/18">
          {type.caption}
        </Specimen>
        <Specimen size="micro" tone="tx3" note={`micro 12/16 · ${type.smallest}`}>
          {type.micro}
        </Specimen>
      </div>
    </Exhibit>
  );
}

interface SpecimenProps {
  readonly size: string;
  readonly tone?: 'tx1' | 'tx2' | 'tx3';
  readonly note: string;
  readonly children: ReactNode;
}

function Specimen({ size, tone = 'tx1', note, children }: SpecimenProps) {
  const style: CSSProperties = { font: `var(--t-${size})`, color: `var(--${tone})` };
  if (size === 'display') style.letterSpacing = '-0.03em';
  return (
    <div className="gallery__specimen">
      <span style={style}>{children}</span>
      <em>{note}</em>
    </div>
  );
}
