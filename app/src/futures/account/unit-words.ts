import { formatDecimal, formatPrice } from '@maru/client/format';
import type { WireFuturesOption } from '@maru/contract/futures/instruments';
import { parseUnits, toDecimal } from '@maru/engine/amount';

type Traded = Pick<WireFuturesOption, 'terms' | 'currency'>;

/** What its quantities count: coins, or dollars of an inverse contract. */
export const qtyUnit = ({ terms, currency }: Traded): string =>
  terms === null ? currency : terms.contractType === 'INVERSE' ? terms.quoteCurrency : terms.baseCurrency;

/** How many places a quantity has: those of its step. */
export const qtyPlaces = ({ terms }: Pick<WireFuturesOption, 'terms'>): number =>
  terms?.qtyStep.split('.')[1]?.length ?? 0;

/** `2.418 BTC`, all places of the step. */
export const qtyText = (qty: string | undefined, instrument: Traded): string =>
  `${formatPrice(qty, qtyPlaces(instrument))} ${qtyUnit(instrument)}`;

/** Of an instrument that is not listed any more, only the figure. */
export const qtyTextOf = (qty: string | undefined, instrument: Traded | undefined): string =>
  instrument ? qtyText(qty, instrument) : formatDecimal(qty);

/** The currency of margin, fees and results. */
export const walletCurrency = (instrument: Traded | undefined): string =>
  instrument?.terms?.walletCurrency ?? 'USDT';

/** `0.08` of a fee of 0.0008. */
export const feePercent = ({ terms }: Pick<WireFuturesOption, 'terms'>): string =>
  toDecimal((parseUnits(terms?.feeRate ?? '0') ?? 0n) * 100n);

/** The currency of its prices. */
export const quoteCurrency = ({ terms, currency }: Traded): string => terms?.quoteCurrency ?? currency;
