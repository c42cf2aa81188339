// The position that is closest to its liquidation, where one is in danger (docs/rules.md 3.12).

import type { WireFuturesOption } from '@maru/contract/futures/instruments';
import type { WireFuturesPosition } from '@maru/contract/futures/wire';
import { price, type Rate, rate } from '@maru/engine/amount';
import { distanceTo } from '@maru/engine/futures/liquidation-price';
import { isolatedLiquidationPrice } from '@maru/engine/futures/liquidation-prices';
import { REARM_RATIO } from '@maru/engine/futures/risk';
import { judgeIsolated, marginRatio, markPosition } from '@maru/engine/futures/standing';
import { millis } from '@maru/engine/time';
import { heldOf, termsOf } from '../account/engine-view.ts';
import type { FuturesAccount } from '../account/use-futures-account.ts';
import type { Marks } from '../account/use-marks.ts';

export interface RiskyPosition {
  readonly position: WireFuturesPosition;
  /** Maintenance over balance. */
  readonly ratio: Rate;
  /** How far the mark is from the liquidation price, as a share; undefined where that is not known. */
  readonly distance: Rate | undefined;
}

export function riskiestOf(
  { positions, wallets }: Pick<FuturesAccount, 'positions' | 'wallets'>,
  instruments: readonly WireFuturesOption[],
  marks: Marks,
): RiskyPosition | undefined {
  const risky = positions.flatMap((position): readonly RiskyPosition[] => {
    const instrument = instruments.find(({ id }) => id === position.futuresOptionId);
    const terms = instrument && termsOf(instrument);
    const marked = marks.get(position.stock)?.markPrice ?? instrument?.markPrice;
    if (terms === undefined || marked == null) return [];
    const mark = price(marked);
    const isCross = position.marginType === 'CROSS';
    const quote = { ts: millis(0), seq: 0, last: mark, bid: mark, ask: mark, mark };
    const wallet = wallets.find((each) => each.wallet === position.walletType);
    const ratio = isCross
      ? rate(wallet?.ratio ?? '0')
      : marginRatio(judgeIsolated(markPosition(heldOf(position), { terms, quote })));
    // A warning that was sent holds until the next one is due again.
    const least = position.warnedMillis === null ? terms.warnRatio : REARM_RATIO;
    if (ratio < least) return [];
    const known = position.liquidPrice == null ? undefined : price(position.liquidPrice);
    const level = isCross ? known : isolatedLiquidationPrice(heldOf(position), terms);
    return [{ position, ratio, distance: level === undefined ? undefined : distanceTo(level, mark) }];
  });
  // Of a cross account all positions have its ratio: the nearest one is shown.
  const nearness = ({ distance }: RiskyPosition) => distance ?? rate('1');
  return risky.toSorted((a, b) =>
    a.ratio === b.ratio ? (nearness(a) < nearness(b) ? -1 : 1) : a.ratio > b.ratio ? -1 : 1,
  )[0];
}
