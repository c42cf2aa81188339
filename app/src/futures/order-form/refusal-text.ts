import { formatDecimal } from '@maru/client/format';
import { type Language, refusalText } from '@maru/contract/refusals';
import type { OrderRefusal } from '@maru/engine/futures/order-plan';
import type { FuturesTradeWords } from '../../text/futures-trade.ts';

interface Around {
  readonly language: Language;
  readonly words: Pick<FuturesTradeWords, 'offTick'>;
  readonly tickSize: string;
  readonly qtyStep: string | undefined;
}

/** What the server would answer, with the figures that help to correct it. */
export function refusalOf(refusal: OrderRefusal, { language, words, tickSize, qtyStep }: Around): string {
  if (refusal === 'PRICE_OFF_TICK') return words.offTick(formatDecimal(tickSize));
  if (refusal === 'QTY_OFF_STEP') return words.offTick(formatDecimal(qtyStep));
  // Only the platform itself hears of a missing price of another position.
  return refusalText(refusal === 'PRICES_MISSING' ? 'NO_FRESH_PRICE' : refusal, language);
}
