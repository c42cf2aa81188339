// Liquidations are orders themselves: what is sold to close longs lowers the price, and what is bought to close shorts
// raises it. The test supposes that every hundred million won move a price by the same share, and judges everything anew
// as long as that closes more accounts.
import { type Amount, amount, type Rate, rate } from '@maru/engine/amount';
import type { SiteId } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import { type Moves, type Stressed, stress } from './stress.ts';
import type { RiskParts } from './valued-accounts.ts';

const PER: Amount = amount('100000000');
const MOST_PASSES = 8;
const NOT_MOVED = rate('0');
/** Nothing falls below nothing, and no price rises to more than six times of itself. */
const LOWEST = rate('-0.99');
const HIGHEST = rate('5');

export interface Pushed {
  readonly stressed: Stressed;
  readonly moves: Moves;
  readonly passes: number;
}

export async function stressWithImpact(
  parts: RiskParts,
  { site, moves, now }: { readonly site: SiteId; readonly moves: Moves; readonly now: Millis },
): Promise<Pushed> {
  let pushed: Pushed = { stressed: await stress(parts, site, moves, now), moves, passes: 1 };
  while (moves.impact > 0n && pushed.stressed.closed.length > 0 && pushed.passes < MOST_PASSES) {
    const further = pushedMoves(moves, pushed.stressed.pushes);
    const stressed = await stress(parts, site, further, now);
    const isSettled = stressed.closed.length <= pushed.stressed.closed.length;
    pushed = { stressed, moves: further, passes: pushed.passes + 1 };
    if (isSettled) break;
  }
  return pushed;
}

/** What was asked for, with what the liquidations add to it. */
function pushedMoves(moves: Moves, pushes: Stressed['pushes']): Moves {
  const byInstrument = new Map(moves.byInstrument);
  for (const [instrument, push] of pushes) {
    const extra = (moves.impact * push) / PER;
    const share = (byInstrument.get(instrument) ?? 0n) + extra;
    const within = share < LOWEST ? LOWEST : share > HIGHEST ? HIGHEST : share;
    byInstrument.set(instrument, within as Rate);
  }
  return { ...moves, byInstrument };
}

/** The price at the end of the move, as a share of the price now less one. */
export const movedShare = (moves: Moves, instrument: number): Rate =>
  moves.byInstrument.get(instrument) ?? NOT_MOVED;
