import type { WireFuturesOption } from '@maru/contract/futures/instruments';
import type { MarginType } from '@maru/engine/futures/terms';
import type { FuturesAccount } from './use-futures-account.ts';

export interface LeverageSetting {
  readonly leverage: number;
  readonly marginType: MarginType;
}

/** docs/rules.md 3.1 */
const USUAL_LEVERAGE = 20;

/** With what the member trades the instrument now: as the position has it, or as they have set it. */
export function leverageSetting(
  { positions, leverages }: Pick<FuturesAccount, 'positions' | 'leverages'>,
  { id, terms }: Pick<WireFuturesOption, 'id' | 'terms'>,
): LeverageSetting {
  const isOfIt = (each: { readonly futuresOptionId: number }) => each.futuresOptionId === id;
  const set = positions.find(isOfIt) ?? leverages.find(isOfIt);
  return {
    leverage: set?.leverage ?? Math.min(USUAL_LEVERAGE, terms?.leverageMost ?? USUAL_LEVERAGE),
    marginType: set?.marginType ?? 'CROSS',
  };
}
