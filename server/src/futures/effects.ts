// What a change of settings would do to open positions of coin futures, computed by the rules that then decide it.
// Nothing is changed by asking.
import { futuresSettingEffect } from '@maru/contract/futures/office';
import { type Amount, toDecimal } from '@maru/engine/amount';
import { isolatedAccount } from '@maru/engine/futures/risk';
import { crossAccount, isUnderwater, markPosition, type PricedOf } from '@maru/engine/futures/standing';
import type { FuturesPosition } from '@maru/engine/futures/state';
import type { FuturesTerms } from '@maru/engine/futures/terms';
import { feeOf, isIsolated, UNIT } from '@maru/engine/futures/value';
import { type Route, serve } from '../http/serve.ts';
import { changeOf } from '../staff/changed-settings.ts';
import { effectOf, type TouchedPosition } from '../staff/effects.ts';
import { newestPrices } from './account.ts';
import type { FuturesParts } from './deps.ts';
import type { FuturesInstrument } from './instruments.ts';
import { type FuturesSettings, SETTING_COLUMNS, type SettingChange } from './settings.ts';
import { tiersOfTable } from './tier-tables.ts';

/** More positions are not computed for one question: it is asked by a person. */
const MOST_POSITIONS = 2_000;

interface Parts
  extends Pick<FuturesParts, 'database' | 'instruments' | 'holdings' | 'terms' | 'prices' | 'sites'> {
  readonly settings: FuturesSettings;
}

export function effectRoutes(parts: Parts): readonly Route[] {
  const { database, instruments, holdings, settings, sites } = parts;
  return [
    serve(futuresSettingEffect, async ({ query, principal: { site }, now }) => {
      const instrument = instruments.byId(query.futuresOptionId);
      if (instrument === undefined) return { ok: false, refusal: 'OPTION_NOT_FOUND' };
      const { siteInfoId: _, futuresOptionId: __, ...wanted } = query;
      const change = changeOf(SETTING_COLUMNS, wanted);
      const fault = settings.faultOf(site, instrument, change);
      if (fault !== undefined) return { ok: false, refusal: 'SETTING_INVALID', field: fault };
      const held: FuturesPosition[] = [];
      let isWhole = true;
      for (const position of holdings.state.positions.values()) {
        if (position.site !== site || position.instrument !== instrument.id) continue;
        if (held.length < MOST_POSITIONS) held.push(position);
        else isWhole = false;
      }
      let orders = 0;
      for (const order of holdings.state.orders.values())
        if (order.site === site && order.instrument === instrument.id) orders += 1;
      const before = newestPrices(parts, site, now);
      const after = changed(before, instrument, change);
      const wallet = instrument.contract.wallet;
      const positions = held.map((each) => touched(parts, each, instrument, { before, after }));
      return {
        ok: true,
        reply: await effectOf(database, site, {
          ...{ positions, orders, isWhole },
          takesTwo: settings.touchesPositions(site, instrument, change),
          currency: currencyIn(sites.byId(site)?.wallets, wallet),
        }),
      };
    }),
  ];
}

const currencyIn = (
  wallets: readonly { readonly type: string; readonly currency: string }[] | undefined,
  wallet: string,
): string | null => wallets?.find(({ type }) => type === wallet)?.currency ?? null;

/** The same prices with other terms of one instrument. */
function changed(before: PricedOf, instrument: FuturesInstrument, change: SettingChange): PricedOf {
  const { contractType, tierTable, ...plain } = change;
  return (number) => {
    const priced = before(number);
    if (priced === undefined || number !== instrument.id) return priced;
    const terms: FuturesTerms = {
      ...priced.terms,
      ...plain,
      contract: contractType ?? priced.terms.contract,
      tiers: tierTable === undefined ? priced.terms.tiers : tiersOfTable(tierTable),
    };
    return { ...priced, terms };
  };
}

function touched(
  { holdings }: Parts,
  position: FuturesPosition,
  { id, code }: FuturesInstrument,
  { before, after }: { readonly before: PricedOf; readonly after: PricedOf },
): TouchedPosition {
  const { player, side, qty, wallet } = position;
  const isCut = (pricedOf: PricedOf): boolean => {
    const priced = pricedOf(id);
    const facts = holdings.factsOf(player, wallet);
    if (priced === undefined || facts === undefined) return false;
    const account = isIsolated(position)
      ? isolatedAccount(markPosition(position, priced))
      : crossAccount(facts, pricedOf);
    return account !== undefined && isUnderwater(account);
  };
  const feeBy = (pricedOf: PricedOf): bigint => {
    const priced = pricedOf(id);
    if (priced === undefined) return 0n;
    const { contract, feeRate: rate } = priced.terms;
    return feeOf(qty, priced.quote.mark, { contract, rate }, UNIT);
  };
  return {
    ...{ player, side, stock: code },
    qty: toDecimal(qty),
    result: (feeBy(before) - feeBy(after)) as Amount,
    isClosed: !isCut(before) && isCut(after),
  };
}
