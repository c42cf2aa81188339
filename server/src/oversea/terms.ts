// The terms of trading an instrument at an instant: its contract, the site's settings, the day's rate and the session.
import type { WireOverseaTerms } from '@maru/contract/oversea/terms';
import { toDecimal } from '@maru/engine/amount';
import { type DayNumber, dayAfter, formatIsoDate } from '@maru/engine/market/calendar-date';
import type { Instrument } from '@maru/engine/market/instrument';
import {
  isRestDay,
  latestTradeDay,
  neverCloses,
  nextOpening,
  sessionAt,
  type TradeDay,
  tradeDay,
} from '@maru/engine/market/trading-hours';
import { type ContractMonth, contractMonth } from '@maru/engine/oversea/contract-months';
import { NEVER, type OverseaMode, type OverseaSession, type OverseaTerms } from '@maru/engine/oversea/terms';
import type { SiteId } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import { wireSetting } from '../staff/changed-settings.ts';
import { OVERSEA_WALLET, type OverseaParts, type OverseaSite } from './deps.ts';

export interface TermsOf {
  /** Undefined where the site does not trade it. */
  at(site: SiteId, instrument: number, now: Millis): OverseaTerms | undefined;
  wire(site: SiteId, instrument: number, now: Millis): WireOverseaTerms | null;
  isLastTradingDay(instrument: Instrument, date: DayNumber): boolean;
  monthOf(instrument: Instrument, date: DayNumber): ContractMonth | undefined;
  /** Called when settings, rates, closings or calendars have changed. */
  forget(): void;
}

export function createTerms(
  parts: Pick<OverseaParts, 'instruments' | 'sites' | 'settings' | 'rates' | 'closings'>,
): TermsOf {
  const { instruments, sites, settings, rates, closings } = parts;
  const months = cachedMonths();
  const monthOf = months.of;
  const isLastTradingDay = (instrument: Instrument, date: DayNumber): boolean =>
    monthOf(instrument, date)?.lastTradingDate === date;

  function offered(site: SiteId, id: number) {
    const known = sites.byId(site);
    const instrument = instruments.byId(id);
    if (known === undefined || instrument === undefined || !known.features.oversea) return undefined;
    return { known, instrument };
  }

  function modeOf(site: OverseaSite, { id, isPlay }: Instrument): OverseaMode {
    const isClosed = !isPlay || closings.current(site.id, id) !== undefined;
    return isClosed ? 'STOPPED' : settings.of(site, id).mode;
  }

  function sessionOf(instrument: Instrument, now: Millis): OverseaSession | undefined {
    const session = sessionAt(instrument.hours, now);
    if (session === undefined) return undefined;
    const { day, opensAt } = session;
    const isEndless = neverCloses(instrument.hours);
    return {
      tradeDate: day.date,
      opensAt,
      closesAt: isEndless ? NEVER : session.closesAt,
      endsAt: isEndless ? NEVER : day.closesAt,
      isLastTradingDay: isLastTradingDay(instrument, day.date),
    };
  }

  function termsAt(site: SiteId, id: number, now: Millis): OverseaTerms | undefined {
    const offer = offered(site, id);
    const rate = offer && rates.at(offer.known, offer.instrument.currency, now);
    if (offer === undefined || rate === undefined) return undefined;
    const { known, instrument } = offer;
    const { tickSize, multiplier, staleMs, mayBeNegative, hours } = instrument;
    return {
      ...settings.of(known, id),
      instrument: id,
      wallet: OVERSEA_WALLET,
      tickSize,
      multiplier,
      rate: rate.rate,
      staleMs,
      mayBeNegative,
      mode: modeOf(known, instrument),
      isRest: isRestDay(hours, now),
      session: sessionOf(instrument, now),
    };
  }

  /** A tick may trigger thousands of commands, and all of them need the same terms at the same instant. */
  const cache = new Map<string, { readonly now: Millis; readonly terms: OverseaTerms | undefined }>();

  return {
    isLastTradingDay,
    monthOf,
    forget() {
      cache.clear();
      months.forget();
    },
    at(site, instrument, now) {
      const name = `${site}/${instrument}`;
      const known = cache.get(name);
      if (known?.now === now) return known.terms;
      const terms = termsAt(site, instrument, now);
      cache.set(name, { now, terms });
      return terms;
    },
    wire(site, id, now) {
      const offer = offered(site, id);
      const rate = offer && rates.at(offer.known, offer.instrument.currency, now);
      if (offer === undefined || rate === undefined) return null;
      const { known, instrument } = offer;
      const wallet = known.wallets.find(({ type }) => type === OVERSEA_WALLET);
      const session = sessionOf(instrument, now);
      const day = dayOf(instrument, now);
      const month = day && monthOf(instrument, day.date);
      return {
        walletType: OVERSEA_WALLET,
        walletCurrency: wallet?.currency ?? known.binaryCurrency,
        walletPlaces: wallet?.places ?? 0,
        rate: toDecimal(rate.rate),
        rateSinceMillis: rate.since,
        ...wireSetting(settings.of(known, id)),
        staleMillis: instrument.staleMs,
        mayBeNegative: instrument.mayBeNegative,
        mode: modeOf(known, instrument),
        session:
          session === undefined
            ? null
            : {
                tradeDate: formatIsoDate(session.tradeDate),
                opensMillis: session.opensAt,
                closesMillis: session.closesAt,
                endsMillis: session.endsAt,
                isLastTradingDay: session.isLastTradingDay,
              },
        tradeDay:
          day === undefined
            ? null
            : {
                tradeDate: formatIsoDate(day.date),
                stretches: day.stretches.map(({ opensAt, closesAt }) => ({
                  opensMillis: opensAt,
                  closesMillis: closesAt,
                })),
              },
        month: month?.month ?? null,
        lastTradingDate: month === undefined ? null : formatIsoDate(month.lastTradingDate),
      };
    },
  };
}

/** Counting business days back costs more than everything else here, and the result is the same all day. */
function cachedMonths() {
  const cache = new Map<string, ContractMonth | undefined>();
  const of = ({ code, hours }: Instrument, date: DayNumber): ContractMonth | undefined => {
    const name = `${code}/${date}`;
    if (cache.has(name)) return cache.get(name);
    if (cache.size > MOST_MONTHS_CACHED) cache.clear();
    const month = contractMonth(code, hours, date);
    cache.set(name, month);
    return month;
  };
  return { of, forget: () => cache.clear() };
}

const MOST_MONTHS_CACHED = 10_000;

/** The current trade date, breaks included, or the next one. */
function dayOf({ hours }: Instrument, now: Millis): TradeDay | undefined {
  const latest = latestTradeDay(hours, now);
  if (latest !== undefined && now < latest.closesAt) return latest;
  const opening = nextOpening(hours, now);
  return opening === undefined ? undefined : sessionAt(hours, opening)?.day;
}

/** No closure of an exchange is longer. */
const MOST_DAYS_CLOSED = 40;

export function nextTradeDate({ hours }: Instrument, after: DayNumber): DayNumber | undefined {
  for (let shift = 1; shift <= MOST_DAYS_CLOSED; shift++) {
    const day = tradeDay(hours, dayAfter(after, shift));
    if (day !== undefined) return day.date;
  }
  return undefined;
}
