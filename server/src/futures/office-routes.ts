// What staff may do: settings of an instrument. Whatever touches open positions waits for a second person.
import type { BodyOf } from '@maru/contract/call';
import { changeFuturesSetting, futuresSetting } from '@maru/contract/futures/office';
import type { TopicPushes } from '@maru/contract/realtime';
import { toDecimal } from '@maru/engine/amount';
import type { SiteId } from '@maru/engine/purse';
import { type Route, serve } from '../http/serve.ts';
import { changeOf, wireSetting } from '../staff/changed-settings.ts';
import type { ChangedBy } from '../staff/changes.ts';
import type { StaffRequests } from '../staff/requests.ts';
import type { FuturesInstrument, FuturesInstruments } from './instruments.ts';
import { type FuturesSettings, SETTING_COLUMNS, type SettingChange } from './settings.ts';

const NO_OPTION = { ok: false, refusal: 'OPTION_NOT_FOUND' } as const;
const DONE_BEFORE = { ok: false, refusal: 'ALREADY_PROCESSED' } as const;

type WantedSetting = Omit<BodyOf<typeof changeFuturesSetting>, 'siteInfoId' | 'futuresOptionId' | 'reason'>;

export interface OfficeParts {
  readonly instruments: FuturesInstruments;
  readonly settings: FuturesSettings;
  readonly requests: Pick<StaffRequests, 'ask' | 'perform'>;
  /** Called when a setting of the instrument was saved. */
  readonly settingsChanged: (instrument: number) => void;
  /** To all clients of the site. */
  readonly publish: (site: SiteId, push: TopicPushes['futures']) => void;
}

export function officeRoutes({
  instruments,
  settings,
  requests,
  settingsChanged,
  publish,
}: OfficeParts): readonly Route[] {
  async function apply(
    site: SiteId,
    instrument: FuturesInstrument,
    change: SettingChange,
    by: ChangedBy,
  ): Promise<string | undefined> {
    const before = settings.of(site, instrument).mode;
    const field = await settings.change(site, instrument, change, by);
    if (field !== undefined) return field;
    settingsChanged(instrument.id);
    const { mode } = settings.of(site, instrument);
    const data = { stock: instrument.code, mode };
    if (mode !== before) publish(site, { type: 'FUTURES_OPTION_MODE', at: by.now, data });
    return undefined;
  }

  const shown = (site: SiteId, instrument: FuturesInstrument) => ({
    futuresOptionId: instrument.id,
    qtyStep: toDecimal(instrument.contract.qtyStep),
    qtyLeast: toDecimal(instrument.contract.qtyStep),
    ...wireSetting(settings.of(site, instrument)),
    isChanged: settings.isChanged(site, instrument),
  });

  requests.perform('FUTURES_SETTING', async ({ site, body, requestedBy, approvedBy, now, reason }) => {
    const { futuresOptionId, ...wanted } = body as WantedSetting & { readonly futuresOptionId: number };
    const instrument = instruments.byId(futuresOptionId);
    if (instrument === undefined) return NO_OPTION;
    const by = { staff: requestedBy, confirmedBy: approvedBy, now, reason };
    // Checked again: the request may no longer fit the current settings.
    const field = await apply(site, instrument, changeOf(SETTING_COLUMNS, wanted), by);
    return field === undefined ? { ok: true } : { ok: false, refusal: 'SETTING_INVALID', field };
  });

  return [
    serve(futuresSetting, async ({ query, principal }) => {
      const instrument = instruments.byId(query.futuresOptionId);
      return instrument === undefined ? NO_OPTION : { ok: true, reply: shown(principal.site, instrument) };
    }),
    serve(changeFuturesSetting, async ({ body, principal: { site, player: staff }, now }) => {
      const { siteInfoId: _site, futuresOptionId, reason, ...wanted } = body;
      const instrument = instruments.byId(futuresOptionId);
      if (instrument === undefined) return NO_OPTION;
      const change = changeOf(SETTING_COLUMNS, wanted);
      const fault = settings.faultOf(site, instrument, change);
      if (fault !== undefined) return { ok: false, refusal: 'SETTING_INVALID', field: fault };
      if (settings.touchesPositions(site, instrument, change)) {
        const waiting = await requests.ask({
          site,
          kind: 'FUTURES_SETTING',
          subject: String(futuresOptionId),
          body: { futuresOptionId, ...wanted },
          reason,
          staff,
          now,
        });
        if (waiting === undefined) return DONE_BEFORE;
        return { ok: true, reply: { ...shown(site, instrument), waiting } };
      }
      await apply(site, instrument, change, { staff, now, reason });
      return { ok: true, reply: { ...shown(site, instrument), waiting: null } };
    }),
  ];
}
