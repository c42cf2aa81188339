// The calls of alerts, limits and saved moves.
import {
  acknowledgeRiskAlert,
  changeRiskLimits,
  riskAlerts,
  riskLimitList,
} from '@maru/contract/risk/limits';
import { RISK_LIMITS } from '@maru/contract/risk/rules';
import { deleteRiskPreset, riskPresets, saveRiskPreset } from '@maru/contract/risk/stress';
import { amount } from '@maru/engine/amount';
import type { FeatureParts } from '../feature/server-feature.ts';
import { type Route, serve } from '../http/serve.ts';
import { insertStaffChange } from '../staff/changes.ts';
import type { Limits, RiskLimits } from './limits.ts';
import {
  acknowledge,
  countWaitingAlerts,
  deletePreset,
  findAlert,
  listAlerts,
  listPresets,
  type StoredPreset,
  savePreset,
} from './store.ts';
import { wireLimits } from './wire.ts';

const MOST_PRESETS = 20;

/** The limits that were given. */
function changeOf(given: Readonly<Record<string, unknown>>): Partial<Limits> {
  const named = RISK_LIMITS.flatMap((name) => {
    const value = given[name];
    return typeof value === 'string' ? [[name, amount(value)] as const] : [];
  });
  return Object.fromEntries(named);
}

interface SavedMoves {
  readonly moves: readonly { readonly instrumentId: number; readonly percent: string }[];
  readonly wonPercent: string;
  readonly slippagePercent: string;
  readonly impactPercent?: string;
  readonly minutes?: number;
}

function wirePreset({ id, name, body }: StoredPreset) {
  const { moves, ...rest } = JSON.parse(body) as SavedMoves;
  // Those that were saved before have neither.
  return { riskPresetId: id, name, moves: [...moves], impactPercent: '0', minutes: 0, ...rest };
}

export function alertRoutes({
  database,
  instruments,
  requests,
  limits,
}: Pick<FeatureParts, 'database' | 'instruments' | 'requests'> & {
  readonly limits: RiskLimits;
}): readonly Route[] {
  const known = new Set(instruments.map(({ id }) => id));

  requests.perform('RISK_LIMIT', async ({ site, body, reason, requestedBy, approvedBy, now }) => {
    const change = changeOf(body as Record<string, unknown>);
    const field = limits.faultOf(change);
    if (field !== undefined) return { ok: false, refusal: 'SETTING_INVALID', field };
    await limits.save(site, change, { staff: requestedBy, confirmedBy: approvedBy, now, reason });
    return { ok: true };
  });

  return [
    serve(riskLimitList, async ({ principal: { site } }) => ({
      ok: true,
      reply: wireLimits(limits.of(site)),
    })),
    serve(changeRiskLimits, async ({ body, principal: { site, player: staff }, now }) => {
      const { siteInfoId: _site, reason, ...wanted } = body;
      const change = changeOf(wanted);
      const field = Object.keys(change).length === 0 ? 'netTotal' : limits.faultOf(change);
      if (field !== undefined) return { ok: false, refusal: 'SETTING_INVALID', field };
      const asked = { site, kind: 'RISK_LIMIT', subject: 'limit', body: wanted, reason, staff, now } as const;
      const waiting = await requests.ask(asked);
      return waiting === undefined
        ? { ok: false, refusal: 'ALREADY_PROCESSED' }
        : { ok: true, reply: { waiting } };
    }),
    serve(riskAlerts, async ({ query, principal: { site } }) => {
      const { waiting = false, before, size } = query;
      return database.transaction(async (tx) => ({
        ok: true,
        reply: {
          content: [...(await listAlerts(tx, { site, waiting, before, size }))],
          waiting: await countWaitingAlerts(tx, site),
        },
      }));
    }),
    serve(acknowledgeRiskAlert, async ({ body, principal: { site, player: staff }, now }) =>
      database.transaction(async (tx) => {
        const id = body.riskAlertId;
        const before = await findAlert(tx, site, id);
        if (before === undefined) return { ok: false, refusal: 'RISK_ALERT_NOT_FOUND' };
        if (before.acknowledgedBy !== null) return { ok: false, refusal: 'ALREADY_PROCESSED' };
        await acknowledge(tx, { id, staff, now });
        const after = { ...before, acknowledgedBy: staff, acknowledgedMillis: now };
        const by = { staff, now, reason: body.reason };
        await insertStaffChange(tx, { site, area: 'RISK', subject: `alert/${id}`, before, after, by });
        return { ok: true, reply: after };
      }),
    ),
    serve(riskPresets, async ({ principal: { site } }) => {
      const content = (await database.transaction((tx) => listPresets(tx, site))).map(wirePreset);
      return { ok: true, reply: { content } };
    }),
    serve(saveRiskPreset, async ({ body, principal: { site, player: staff }, now }) => {
      const { siteInfoId: _site, name, reason, ...moved } = body;
      if (moved.moves.some(({ instrumentId }) => !known.has(instrumentId)))
        return { ok: false, refusal: 'OPTION_NOT_FOUND', field: 'moves' };
      return database.transaction(async (tx) => {
        const presets = await listPresets(tx, site);
        const before = presets.find((each) => each.name === name) ?? null;
        if (before === null && presets.length >= MOST_PRESETS)
          return { ok: false, refusal: 'TOO_MANY_RISK_PRESETS' };
        const text = JSON.stringify(moved);
        const id = await savePreset(tx, { site, name, body: text });
        const after = { id, name, body: text };
        const by = { staff, now, reason };
        await insertStaffChange(tx, { site, area: 'RISK', subject: `preset/${id}`, before, after, by });
        return { ok: true, reply: wirePreset(after) };
      });
    }),
    serve(deleteRiskPreset, async ({ body, principal: { site, player: staff }, now }) =>
      database.transaction(async (tx) => {
        const id = body.riskPresetId;
        const before = await deletePreset(tx, site, id);
        if (before === undefined) return { ok: false, refusal: 'RISK_PRESET_NOT_FOUND' };
        const by = { staff, now, reason: body.reason };
        await insertStaffChange(tx, { site, area: 'RISK', subject: `preset/${id}`, before, after: null, by });
        return { ok: true, reply: { riskPresetId: id } };
      }),
    ),
  ];
}
