import { formatPrice } from '@maru/client/format';
import type { CSSProperties, ReactNode } from 'react';
import { Exhibit } from './exhibit.tsx';

export function Colours() {
  const shown = [
    ['--bg', '바탕'],
    ['--s1', '면 1'],
    ['--s2', '면 2'],
    ['--s3', '면 3'],
    ['--tx1', '글 1'],
    ['--tx2', '글 2'],
    ['--tx3', '글 3'],
    ['--brass-fill', '놋 · 지금'],
    ['--up-fill', '상승 면'],
    ['--down-fill', '하락 면'],
    ['--warn', '주의'],
    ['--danger-fill', '위험'],
  ] as const;
  return (
    <>
      <Exhibit title="색">
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
  return (
    <Exhibit title="글자" layout="stack">
      <div>
        <Specimen size="display" note="display 40/48 · 700">
          <span className="figure">{formatPrice('43342071', 0)}원</span>
        </Specimen>
        <Specimen size="price" note="price 32/40">
          <span className="figure figure--up">{formatPrice('25412.75', 2)}</span>
        </Specimen>
        <Specimen size="title1" note="title1 24/32">
          오늘의 시장
        </Specimen>
        <Specimen size="title3" note="title3 17/24">
          마이크로 나스닥
        </Specimen>
        <Specimen size="body2" note="body2 15/22">
          주문을 접수했습니다.
        </Specimen>
        <Specimen size="caption" tone="tx2" note="caption 13/18">
          마감까지 24초
        </Specimen>
        <Specimen size="micro" tone="tx3" note="micro 12/16 · 한글 최소">
          12월물 · 원화
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
      <em className="text-micro">{note}</em>
    </div>
  );
}
