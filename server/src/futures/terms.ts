// The terms of trading a coin future on a site at an instant: its contract, the site's settings, and when funding was due.
import type { WireFuturesTerms } from '@maru/contract/futures/terms';
import { toDecimal } from '@maru/engine/amount';
import { FUNDING_INTERVAL_MS, fundingTimes } from '@maru/engine/futures/funding-rate';
import type { FuturesMode, FuturesTerms } from '@maru/engine/futures/terms';
import type { SiteId } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import { wireSetting } from '../staff/changed-settings.ts';
import type { FuturesInstrument, FuturesInstruments } from './instruments.ts';
import type { FuturesSettings } from './settings.ts';
import { tiersOfTable } from './tier-tables.ts';

/** What an order needs of its site. */
export interface FuturesSite {
  readonly id: SiteId;
  readonly features: { readonly futures: boolean };
  readonly wallets: readonly { readonly type: string; readonly currency: string; readonly places: number }[];
}

export interface TermsOf {
  /**
   * Undefined where the site does not trade it, or has no wallet to pay it from. The same value until funding is due
   * again or `forget` is called: a tick may trigger thousands of commands.
   */
  at(site: SiteId, instrument: number, now: Millis): FuturesTerms | undefined;
  wire(site: SiteId, instrument: number, now: Millis): WireFuturesTerms | null;
  /** Called when settings have changed. */
  forget(): void;
}

export function createTerms({
  instruments,
  sites,
  settings,
}: {
  readonly instruments: FuturesInstruments;
  readonly sites: { byId(id: SiteId): FuturesSite | undefined };
  readonly settings: Pick<FuturesSettings, 'of'>;
}): TermsOf {
  function offered(site: SiteId, id: number) {
    const known = sites.byId(site);
    const instrument = instruments.byId(id);
    if (known === undefined || instrument === undefined || !known.features.futures) return undefined;
    const wallet = known.wallets.find(({ type }) => type === instrument.contract.wallet);
    return wallet && { instrument, wallet };
  }

  function modeOf(site: SiteId, instrument: FuturesInstrument): FuturesMode {
    return instrument.isPlay ? settings.of(site, instrument).mode : 'STOPPED';
  }

  function termsAt(site: SiteId, id: number, fundingDue: Millis): FuturesTerms | undefined {
    const instrument = offered(site, id)?.instrument;
    if (instrument === undefined) return undefined;
    const { contract, tickSize, staleMs } = instrument;
    const { contractType, tierTable, ...setting } = settings.of(site, instrument);
    return {
      ...setting,
      instrument: id,
      wallet: contract.wallet,
      contract: contractType,
      tickSize,
      qtyStep: contract.qtyStep,
      qtyLeast: contract.qtyStep,
      tiers: tiersOfTable(tierTable),
      staleMs,
      mode: modeOf(site, instrument),
      fundingDue,
    };
  }

  const cache = new Map<string, { readonly due: Millis; readonly terms: FuturesTerms | undefined }>();

  return {
    forget: () => cache.clear(),
    at(site, instrument, now) {
      const due = fundingTimes(now, FUNDING_INTERVAL_MS).latest;
      const name = `${site}/${instrument}`;
      const known = cache.get(name);
      if (known?.due === due) return known.terms;
      const terms = termsAt(site, instrument, due);
      cache.set(name, { due, terms });
      return terms;
    },
    wire(site, id, now) {
      const offer = offered(site, id);
      if (offer === undefined) return null;
      const { instrument, wallet } = offer;
      const { contract, currency, tickSize, staleMs } = instrument;
      const { tierTable, ...setting } = settings.of(site, instrument);
      return {
        ...wireSetting(setting),
        walletType: wallet.type,
        walletCurrency: wallet.currency,
        walletPlaces: wallet.places,
        baseCurrency: contract.base,
        quoteCurrency: currency,
        tickSize: toDecimal(tickSize),
        qtyStep: toDecimal(contract.qtyStep),
        qtyLeast: toDecimal(contract.qtyStep),
        tiers: tiersOfTable(tierTable).map(({ floor, cap, leverageMost, maintenance, deduction }) => ({
          floor: toDecimal(floor),
          cap: toDecimal(cap),
          leverageMost,
          maintenanceRate: toDecimal(maintenance),
          deduction: toDecimal(deduction),
        })),
        staleMillis: staleMs,
        mode: modeOf(site, instrument),
        fundingDueMillis: fundingTimes(now, FUNDING_INTERVAL_MS).latest,
        fundingIntervalMillis: FUNDING_INTERVAL_MS,
      };
    },
  };
}
