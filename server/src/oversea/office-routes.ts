// What staff may do: settings of an instrument, the next day's rates, and closing an instrument with a reason. Whatever
// touches open positions waits for a second person.
import type { BodyOf } from '@maru/contract/call';
import {
  changeOverseaSetting,
  closeOverseaOption,
  dayRates,
  enterDayRate,
  overseaSetting,
  reopenOverseaOption,
} from '@maru/contract/oversea/office';
import { rate, toDecimal } from '@maru/engine/amount';
import type { SiteId } from '@maru/engine/purse';
import { type Route, serve } from '../http/serve.ts';
import { changeOf, wireSetting } from '../staff/changed-settings.ts';
import type { ChangedBy } from '../staff/changes.ts';
import type { Approved } from '../staff/requests.ts';
import type { OverseaParts, OverseaSite } from './deps.ts';
import { effectRoutes } from './effects.ts';
import { NO_OPTION } from './order-routes.ts';
import type { DayRate } from './rates.ts';
import { closeOf } from './sessions.ts';
import { SETTING_COLUMNS, type SettingChange } from './settings.ts';

const DONE_BEFORE = { ok: false, refusal: 'ALREADY_PROCESSED' } as const;

const changedBy = ({ requestedBy, approvedBy, now, reason }: Omit<Approved, 'site' | 'body'>): ChangedBy => ({
  staff: requestedBy,
  confirmedBy: approvedBy,
  now,
  reason,
});

export const officeRoutes = (parts: OverseaParts): readonly Route[] => [
  ...settingRoutes(parts),
  ...closingRoutes(parts),
  ...rateRoutes(parts),
  ...effectRoutes(parts),
];

function shownSetting({ settings, closings }: OverseaParts, site: OverseaSite, instrument: number) {
  const setting = settings.of(site, instrument);
  const closing = closings.current(site.id, instrument);
  return {
    overseaOptionId: instrument,
    ...wireSetting(setting),
    ...(closing === undefined ? {} : { mode: 'STOPPED' as const }),
    closedReason: closing?.reason ?? null,
    isChanged: settings.isChanged(site.id, instrument),
  };
}

function settingRoutes(parts: OverseaParts): readonly Route[] {
  const { instruments, sites, settings, terms, watch, requests, publish } = parts;

  async function apply(
    site: OverseaSite,
    instrument: number,
    change: SettingChange,
    by: ChangedBy,
  ): Promise<string | undefined> {
    const before = settings.of(site, instrument).mode;
    const field = await settings.change(site, instrument, change, by);
    if (field !== undefined) return field;
    terms.forget();
    watch.termsChanged(instrument);
    const { mode } = settings.of(site, instrument);
    const stock = instruments.byId(instrument)?.code ?? '';
    if (mode !== before) publish(site.id, { type: 'OVERSEA_OPTION_MODE', at: by.now, data: { stock, mode } });
    return undefined;
  }

  requests.perform('OVERSEA_SETTING', async ({ site: siteId, body, ...approved }) => {
    const { overseaOptionId, ...wanted } = body as WantedSetting & { readonly overseaOptionId: number };
    const site = sites.byId(siteId);
    const instrument = instruments.byId(overseaOptionId);
    if (site === undefined || instrument === undefined) return NO_OPTION;
    // Checked again: the request may no longer fit the current settings.
    const field = await apply(site, instrument.id, changeOf(SETTING_COLUMNS, wanted), changedBy(approved));
    return field === undefined ? { ok: true } : { ok: false, refusal: 'SETTING_INVALID', field };
  });

  return [
    serve(overseaSetting, async ({ query, principal }) => {
      const site = sites.byId(principal.site);
      const instrument = instruments.byId(query.overseaOptionId);
      if (site === undefined || instrument === undefined) return NO_OPTION;
      return { ok: true, reply: shownSetting(parts, site, instrument.id) };
    }),
    serve(changeOverseaSetting, async ({ body, principal, now }) => {
      const site = sites.byId(principal.site);
      const instrument = instruments.byId(body.overseaOptionId);
      if (site === undefined || instrument === undefined) return NO_OPTION;
      const { reason, siteInfoId: _, overseaOptionId, ...wanted } = body;
      const change = changeOf(SETTING_COLUMNS, wanted);
      const fault = settings.faultOf(site, instrument.id, change);
      if (fault !== undefined) return { ok: false, refusal: 'SETTING_INVALID', field: fault };
      const staff = principal.player;
      if (settings.touchesPositions(site, instrument.id, change)) {
        const subject = String(overseaOptionId);
        const waiting = await requests.ask({
          site: site.id,
          kind: 'OVERSEA_SETTING',
          subject,
          body: { overseaOptionId, ...wanted },
          reason,
          staff,
          now,
        });
        if (waiting === undefined) return DONE_BEFORE;
        return { ok: true, reply: { ...shownSetting(parts, site, instrument.id), waiting } };
      }
      await apply(site, instrument.id, change, { staff, now, reason });
      return { ok: true, reply: { ...shownSetting(parts, site, instrument.id), waiting: null } };
    }),
  ];
}

type WantedSetting = Omit<BodyOf<typeof changeOverseaSetting>, 'siteInfoId' | 'overseaOptionId' | 'reason'>;

function closingRoutes(parts: OverseaParts): readonly Route[] {
  const { state, instruments, sites, closings, prices, publish, terms, sessions, watch, requests } = parts;

  function isHeld(site: SiteId, instrument: number): boolean {
    for (const position of state.positions.values()) {
      if (position.instrument === instrument && position.site === site) return true;
    }
    return false;
  }

  const isPriceMissing = (site: SiteId, { id, code }: { readonly id: number; readonly code: string }) =>
    prices.latest(code) === undefined && isHeld(site, id);

  requests.perform('OVERSEA_CLOSE', async ({ site: siteId, body, reason, requestedBy, approvedBy, now }) => {
    const { overseaOptionId } = body as { readonly overseaOptionId: number };
    const site = sites.byId(siteId);
    const instrument = instruments.byId(overseaOptionId);
    if (site === undefined || instrument === undefined) return NO_OPTION;
    if (isPriceMissing(site.id, instrument)) return { ok: false, refusal: 'NO_FRESH_PRICE' };
    const own = { site: site.id, option: instrument.id };
    const people = { staff: approvedBy, askedBy: requestedBy };
    const closing = await closings.begin({ ...own, reason, since: now, ...people });
    if (closing === undefined) return DONE_BEFORE;
    terms.forget();
    publish(site.id, {
      type: 'OVERSEA_OPTION_CLOSE',
      at: now,
      data: closeOf(instrument, 'STAFF_CLOSE', reason),
    });
    await sessions.runOnce();
    return { ok: true };
  });

  return [
    serve(closeOverseaOption, async ({ body: { overseaOptionId, reason }, principal, now }) => {
      const site = sites.byId(principal.site);
      const instrument = instruments.byId(overseaOptionId);
      if (site === undefined || instrument === undefined) return NO_OPTION;
      if (isPriceMissing(site.id, instrument)) return { ok: false, refusal: 'NO_FRESH_PRICE' };
      if (closings.current(site.id, instrument.id) !== undefined) return DONE_BEFORE;
      const waiting = await requests.ask({
        site: site.id,
        kind: 'OVERSEA_CLOSE',
        subject: String(overseaOptionId),
        body: { overseaOptionId },
        reason,
        staff: principal.player,
        now,
      });
      if (waiting === undefined) return DONE_BEFORE;
      return { ok: true, reply: { ...shownSetting(parts, site, instrument.id), waiting } };
    }),
    serve(reopenOverseaOption, async ({ body, principal, now }) => {
      const site = sites.byId(principal.site);
      const instrument = instruments.byId(body.overseaOptionId);
      if (site === undefined || instrument === undefined) return NO_OPTION;
      const own = { site: site.id, option: instrument.id };
      const closing = await closings.end({ ...own, staff: principal.player, now });
      if (closing === undefined) return DONE_BEFORE;
      terms.forget();
      watch.termsChanged(instrument.id);
      const { mode } = parts.settings.of(site, instrument.id);
      publish(site.id, { type: 'OVERSEA_OPTION_MODE', at: now, data: { stock: instrument.code, mode } });
      return { ok: true, reply: shownSetting(parts, site, instrument.id) };
    }),
  ];
}

const wireRate = ({ base, counter, rate: units, since }: DayRate) => ({
  base,
  counter,
  rate: toDecimal(units),
  sinceMillis: since,
});

function rateRoutes({ sites, rates, requests }: OverseaParts): readonly Route[] {
  requests.perform('DAY_RATE', async ({ site: siteId, body, ...approved }) => {
    const { base, rate: units } = body as { readonly base: string; readonly rate: string };
    const site = sites.byId(siteId);
    const entered = site && (await rates.enter(site, { base, rate: rate(units) }, changedBy(approved)));
    return entered === undefined ? { ok: false, refusal: 'SETTING_INVALID', field: 'base' } : { ok: true };
  });

  return [
    serve(dayRates, async ({ principal, now }) => {
      const site = sites.byId(principal.site);
      return { ok: true, reply: site === undefined ? [] : rates.list(site, now).map(wireRate) };
    }),
    serve(enterDayRate, async ({ body: { base, rate: units, reason }, principal, now }) => {
      const site = sites.byId(principal.site);
      const proposed = site && rates.propose(site, { base, rate: rate(units) }, now);
      if (site === undefined || proposed === undefined) {
        return { ok: false, refusal: 'SETTING_INVALID', field: 'base' };
      }
      const waiting = await requests.ask({
        site: site.id,
        kind: 'DAY_RATE',
        subject: base,
        body: { base, rate: toDecimal(proposed.rate) },
        reason,
        staff: principal.player,
        now,
      });
      if (waiting === undefined) return DONE_BEFORE;
      return { ok: true, reply: { ...wireRate(proposed), waiting } };
    }),
  ];
}
