// What staff may do: settings of an instrument, the next day's rates, and closing an instrument with a reason.
import {
  changeOverseaSetting,
  closeOverseaOption,
  dayRates,
  enterDayRate,
  overseaSetting,
  reopenOverseaOption,
} from '@maru/contract/oversea-office';
import { amount, print, rate } from '@maru/engine/amount';
import type { OverseaState } from '@maru/engine/oversea/state';
import type { SiteId } from '@maru/engine/purse';
import { type Route, serve } from '../http/serve.ts';
import type { Closings } from './closings.ts';
import type { OverseaDeps, OverseaSite } from './deps.ts';
import type { OverseaOptions } from './options.ts';
import type { DayRate, Rates } from './rates.ts';
import { closeOf, type Sessions } from './sessions.ts';
import type { OverseaSettings, SettingChange } from './settings.ts';
import type { TermsOf } from './terms.ts';
import type { PriceWatch } from './watch-prices.ts';

export interface OfficeParts extends Pick<OverseaDeps, 'sites' | 'prices' | 'publish'> {
  readonly state: OverseaState;
  readonly options: OverseaOptions;
  readonly settings: OverseaSettings;
  readonly rates: Rates;
  readonly closings: Closings;
  readonly terms: TermsOf;
  readonly sessions: Pick<Sessions, 'turn'>;
  readonly watch: Pick<PriceWatch, 'termsChanged'>;
}

const NO_OPTION = { ok: false, refusal: 'OPTION_NOT_FOUND' } as const;
const DONE_BEFORE = { ok: false, refusal: 'ALREADY_PROCESSED' } as const;

export const officeRoutes = (parts: OfficeParts): readonly Route[] => [
  ...settingRoutes(parts),
  ...closingRoutes(parts),
  ...rateRoutes(parts),
];

function wireSetting({ settings, closings }: OfficeParts, site: OverseaSite, option: number) {
  const setting = settings.of(site, option);
  const closing = closings.current(site.id, option);
  return {
    overseaOptionId: option,
    entryMargin: print(setting.entryMargin),
    overnightMargin: print(setting.overnightMargin),
    commission: print(setting.commission),
    contractsMost: setting.contractsMost,
    playerContractsMost: setting.playerContractsMost,
    lossCutRate: print(setting.lossCutRate),
    mode: closing === undefined ? setting.mode : ('STOPPED' as const),
    closedReason: closing?.reason ?? null,
    isChanged: settings.isChanged(site.id, option),
  };
}

function settingRoutes(parts: OfficeParts): readonly Route[] {
  const { options, sites, settings, terms, watch } = parts;
  return [
    serve(overseaSetting, async ({ query, principal }) => {
      const site = sites.byId(principal.site);
      const option = options.byId(query.overseaOptionId);
      if (site === undefined || option === undefined) return NO_OPTION;
      return { ok: true, reply: wireSetting(parts, site, option.id) };
    }),
    serve(changeOverseaSetting, async ({ body, principal, now }) => {
      const site = sites.byId(principal.site);
      const option = options.byId(body.overseaOptionId);
      if (site === undefined || option === undefined) return NO_OPTION;
      const change: SettingChange = {
        ...(body.entryMargin === undefined ? {} : { entryMargin: amount(body.entryMargin) }),
        ...(body.overnightMargin === undefined ? {} : { overnightMargin: amount(body.overnightMargin) }),
        ...(body.commission === undefined ? {} : { commission: amount(body.commission) }),
        ...(body.contractsMost === undefined ? {} : { contractsMost: body.contractsMost }),
        ...(body.playerContractsMost === undefined ? {} : { playerContractsMost: body.playerContractsMost }),
        ...(body.lossCutRate === undefined ? {} : { lossCutRate: rate(body.lossCutRate) }),
        ...(body.mode === undefined ? {} : { mode: body.mode }),
      };
      const field = await settings.change(site, option.id, change, { staff: principal.player, now });
      if (field !== undefined) return { ok: false, refusal: 'SETTING_INVALID', field };
      terms.forget();
      watch.termsChanged();
      return { ok: true, reply: wireSetting(parts, site, option.id) };
    }),
  ];
}

function closingRoutes(parts: OfficeParts): readonly Route[] {
  const { state, options, sites, closings, prices, publish, terms, sessions, watch } = parts;

  function isHeld(site: SiteId, option: number): boolean {
    for (const position of state.positions.values()) {
      if (position.option === option && position.site === site) return true;
    }
    return false;
  }

  return [
    serve(closeOverseaOption, async ({ body: { overseaOptionId, reason }, principal, now }) => {
      const site = sites.byId(principal.site);
      const instrument = options.byId(overseaOptionId);
      if (site === undefined || instrument === undefined) return NO_OPTION;
      const isPriceless = prices.latest(instrument.code) === undefined;
      if (isPriceless && isHeld(site.id, instrument.id)) return { ok: false, refusal: 'NO_FRESH_PRICE' };
      const { id: option } = instrument;
      const staff = principal.player;
      const closing = await closings.close({ site: site.id, option, reason, since: now, staff });
      if (closing === undefined) return DONE_BEFORE;
      terms.forget();
      publish(site.id, {
        type: 'OVERSEA_OPTION_CLOSE',
        at: now,
        data: closeOf(instrument, 'STAFF_CLOSE', reason),
      });
      await sessions.turn();
      return { ok: true, reply: wireSetting(parts, site, option) };
    }),
    serve(reopenOverseaOption, async ({ body, principal, now }) => {
      const site = sites.byId(principal.site);
      const instrument = options.byId(body.overseaOptionId);
      if (site === undefined || instrument === undefined) return NO_OPTION;
      const { id: option } = instrument;
      const closing = await closings.reopen({ site: site.id, option, staff: principal.player, now });
      if (closing === undefined) return DONE_BEFORE;
      terms.forget();
      watch.termsChanged();
      return { ok: true, reply: wireSetting(parts, site, option) };
    }),
  ];
}

const wireRate = ({ base, counter, rate: units, since }: DayRate) => ({
  base,
  counter,
  rate: print(units),
  sinceMillis: since,
});

function rateRoutes({ sites, rates }: OfficeParts): readonly Route[] {
  return [
    serve(dayRates, async ({ principal, now }) => {
      const site = sites.byId(principal.site);
      return { ok: true, reply: site === undefined ? [] : rates.list(site, now).map(wireRate) };
    }),
    serve(enterDayRate, async ({ body, principal, now }) => {
      const site = sites.byId(principal.site);
      const entered =
        site &&
        (await rates.enter(
          site,
          { base: body.base, rate: rate(body.rate) },
          { staff: principal.player, now },
        ));
      if (entered === undefined) return { ok: false, refusal: 'SETTING_INVALID', field: 'base' };
      return { ok: true, reply: wireRate(entered) };
    }),
  ];
}
