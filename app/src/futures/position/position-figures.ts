// Unrealised profit and return of a position at its mark (docs/rules.md 3.3), before fees.
import type { WireFuturesPosition } from '@maru/contract/futures/wire';
import { price, toDecimal } from '@maru/engine/amount';
import type { FuturesTerms } from '@maru/engine/futures/terms';
import { pnlOf, roeOf, UNIT } from '@maru/engine/futures/value';
import { heldOf } from '../account/engine-view.ts';

export interface PositionFigures {
  /** In the currency of the wallet. */
  readonly pnl: string;
  /** In percent. */
  readonly roe: string;
}

export function positionFigures(
  position: WireFuturesPosition,
  terms: FuturesTerms,
  mark: string,
): PositionFigures {
  const held = heldOf(position);
  const at = price(mark);
  return {
    pnl: toDecimal(pnlOf(held, at, terms, UNIT)),
    roe: toDecimal(roeOf(held, at, terms) * 100n),
  };
}
