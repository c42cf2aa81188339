import { useMemo } from 'react';
import { qrCodeOf } from './qr-code.ts';
import './qr-picture.css';

/** One path of dark runs, on its own light background: a camera needs the contrast in both themes. */
export function QrPicture({ text, label }: { readonly text: string; readonly label: string }) {
  const code = useMemo(() => qrCodeOf(text), [text]);
  if (code === undefined) return null;
  const margin = 2;
  const side = code.length + 2 * margin;
  const path = code.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? `M${x + margin} ${y + margin}h1v1h-1z` : [])),
  );
  return (
    <svg
      className="qr-picture"
      viewBox={`0 0 ${side} ${side}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
    >
      <path d={path.join('')} />
    </svg>
  );
}
