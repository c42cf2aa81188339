// A past account as the calls show it.
import type { PastAccount, PastStep, PastThing } from '@maru/contract/past/calls';
import { toDecimal } from '@maru/engine/amount';
import { entryText } from '@maru/engine/entry';
import type { Instrument } from '@maru/engine/market/instrument';
import { PLAYER_PURSE_KINDS } from '@maru/engine/purse';
import { DOLLAR_COIN, type QuoteOf } from '@maru/engine/rates/exchange-rate';
import { familyOf, lengthOf, type RoundType, roundKeyOf } from '@maru/engine/rounds/round';
import type { FoldedMoment } from './fold-messages.ts';
import type { StepRow } from './store.ts';
import type { ValuedAccount, ValuedThing } from './value-account.ts';

const textOrNull = (units: bigint | undefined): string | null =>
  units === undefined ? null : toDecimal(units);

export const wireStep = (row: StepRow | undefined): PastStep | null =>
  row === undefined ? null : { seq: row.seq, kind: row.kind, atMillis: row.at };

export const wireWallets = ({ wallets }: ValuedAccount): PastAccount['wallets'] =>
  wallets.map(({ wallet, held, profit, funding, worth, won }) => ({
    type: wallet.type,
    currency: wallet.currency,
    places: wallet.places,
    purses: Object.fromEntries(
      PLAYER_PURSE_KINDS.map((kind) => [kind, toDecimal(wallet.purses[kind])]),
    ) as PastAccount['wallets'][number]['purses'],
    held: toDecimal(held),
    profit: textOrNull(profit),
    funding: toDecimal(funding),
    worth: toDecimal(worth),
    won: textOrNull(won),
  }));

const NOTHING = {
  side: '',
  type: '',
  qty: null,
  leverage: null,
  marginType: null,
  entry: null,
  price: null,
  ticks: null,
  round: null,
  closeMillis: null,
  funding: null,
  priceThen: null,
  profit: null,
} as const;

export function wireThing(
  { thing, price, profit }: ValuedThing,
  { instrument, currency }: { readonly instrument: Instrument | undefined; readonly currency: string },
): PastThing {
  const { product, id, kind, wallet, since, amount } = thing;
  const common = {
    ...NOTHING,
    product,
    kind,
    id,
    walletType: wallet,
    currency,
    sinceMillis: since ?? null,
    amount: toDecimal(amount),
    instrument:
      instrument === undefined
        ? null
        : {
            id: instrument.id,
            stock: instrument.code,
            koName: instrument.koName,
            enName: instrument.enName,
            precision: instrument.precision,
          },
  };
  switch (thing.kind) {
    case 'POSITION':
      return {
        ...common,
        ...tradedOf(thing),
        entry: entryText(thing.entry, instrument?.precision ?? 8),
        funding: toDecimal(thing.funding),
        priceThen: price === undefined ? null : { price: toDecimal(price.price), of: price.of },
        profit: textOrNull(profit),
      };
    case 'ORDER':
      return {
        ...common,
        ...tradedOf(thing),
        type: thing.type,
        price: textOrNull(thing.price ?? thing.trigger),
        ticks: thing.ticks ?? null,
      };
    case 'BET':
      return {
        ...common,
        side: thing.pick,
        type: thing.roundType,
        round: thing.round,
        closeMillis: closeOf(thing.round, thing.roundType as RoundType),
      };
    case 'REQUEST':
      return { ...common, type: thing.type };
  }
}

const tradedOf = (
  thing: Extract<ValuedThing['thing'], { readonly kind: 'POSITION' | 'ORDER' }>,
): Pick<PastThing, 'side' | 'qty' | 'leverage' | 'marginType'> => ({
  side: thing.side,
  qty: thing.qty ?? null,
  leverage: thing.leverage ?? null,
  marginType: thing.marginType ?? null,
});

/** A ball round ends with its draw, which is its opening. */
function closeOf(round: number, type: RoundType): number | null {
  const open = roundKeyOf(round)?.open;
  if (open === undefined) return null;
  return familyOf(type) === 'BALL' ? open : open + lengthOf(type);
}

export function wireRate(quoteOf: QuoteOf): PastAccount['rate'] {
  const quote = quoteOf(DOLLAR_COIN);
  return quote === undefined
    ? null
    : { rate: toDecimal(quote.rate), source: quote.source, atMillis: quote.at };
}

export const wireMoment = ({ seq, event, digest }: FoldedMoment) => ({ seq, eventId: event, digest });
