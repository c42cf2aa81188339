// The six places on the floor line: dashed while they are sealed, filled for a moment after the draw.
import { formatDecimal } from '@maru/client/format';
import type { WireTradeRound } from '@maru/contract/binary/calls';
import { bitballWords } from '../../text/bitball.ts';
import { useWords } from '../../text/language.tsx';
import { Ball, DrawnBalls } from '../receipt/ball.tsx';
import './ball-tray.css';

const SEALED = [0, 1, 2, 3, 4];

export function BallTray({ drawn }: { readonly drawn?: WireTradeRound | undefined }) {
  const words = useWords(bitballWords);
  const balls = drawn?.ball?.balls;
  const power = drawn?.ball?.powerBall;
  if (drawn === undefined || !balls || power === null || power === undefined)
    return (
      <div className="ball-tray" role="img" aria-label={words.sealedBalls}>
        {SEALED.map((place) => (
          <Ball key={place} kind="sealed">
            ·
          </Ball>
        ))}
        <i className="ball-divide" />
        <Ball kind="sealed-power">{words.powerMark}</Ball>
      </div>
    );
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is a form's, and these are six figures.
    <div className="ball-tray" role="group" aria-label={words.drawnBalls(formatDecimal(String(drawn.no)))}>
      <DrawnBalls balls={balls} power={power} size="large" />
    </div>
  );
}
