// The board that anybody may read: how the platform does now, and whether it treats members fairly. Every figure follows
// from the rows of `fairnessData`; `figures.ts` computes them, in the server and for whoever recomputes them.
import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { epochMillis, id, integer, siteInfoId } from '../fields.ts';
import { changeReason } from '../staff/calls.ts';
import { BOARD_PARTS, FEED_STATES, INCIDENT_KINDS, PART_STATES } from './words.ts';

const count = z.int().min(0);

/** Of a Korean day, counted from 1970-01-01. */
const upDay = z.object({
  day: z.int(),
  /** Minutes that the platform should have been there; less than a day on the first day and today. */
  minutes: count,
  /** Of them those in which it was. */
  up: count,
  /** Of those in which it was there: orders were not accepted, or prices were missing. */
  troubled: count,
});

/** One product on one day. Null: fewer accounts than are shown. */
const productDay = z.object({
  day: z.int(),
  product: z.string(),
  /** Accounts of which something was closed or decided that day, and those of them that gained after fees. */
  accounts: count.nullable(),
  winners: count.nullable(),
  /** The same over the ninety days that end with it. */
  accounts90: count.nullable(),
  winners90: count.nullable(),
  /** In won, at the rates of the day: what was traded or staked, and what the house kept of it. */
  turnover: z.string().nullable(),
  taken: z.string().nullable(),
  /** What the published odds promise the house of the same stakes; null where no odds promise anything. */
  promised: z.string().nullable(),
  /** Traded contracts; null where a product has none. */
  contracts: z.string().nullable(),
  /** Rounds with bets, and those of them that were void, ties not counted. */
  rounds: count,
  voided: count,
  tied: count,
});
export type WireProductDay = z.output<typeof productDay>;

const orderDay = z.object({
  day: z.int(),
  product: z.string(),
  side: z.enum(['UP', 'DOWN']),
  /** `ACCEPTED`, or the code of the refusal. */
  outcome: z.string(),
  orders: count,
});
export type WireOrderDay = z.output<typeof orderDay>;

/** How often something took so long: rounded up, so that no figure looks better than it was. */
const speed = z.object({ product: z.string(), ms: count, orders: count });
const payout = z.object({ outcome: z.enum(['PAID', 'REJECTED']), minutes: count, payouts: count });

const voidedRound = z.object({
  roundId: z.int(),
  product: z.string(),
  nameKo: z.string(),
  nameEn: z.string(),
  type: z.string(),
  /** Its number on its Korean day. */
  number: z.int(),
  closedMillis: z.int(),
  reason: z.string(),
  /** The sentence of the staff who voided it; null where a rule did. */
  text: z.string().nullable(),
});
export type WireVoidedRound = z.output<typeof voidedRound>;

const incident = z.object({
  id: z.int(),
  kind: z.enum(INCIDENT_KINDS),
  /** Found by the platform itself: nobody can change when it began and ended. */
  isDetected: z.boolean(),
  startedMillis: z.int(),
  endedMillis: z.int().nullable(),
  textKo: z.string(),
  textEn: z.string(),
});
export type WireIncident = z.output<typeof incident>;

const kept = z.object({
  /** Of fewer accounts nothing is shown. */
  leastAccounts: z.int(),
  days: z.array(productDay),
  orders: z.array(orderDay),
  /** Over the last thirty days. */
  speeds: z.array(speed),
  payouts: z.array(payout),
  up: z.array(upDay),
  voided: z.array(voidedRound),
  incidents: z.array(incident),
});
export type FairnessRows = z.output<typeof kept>;

const share = z.string().nullable();

/** How the platform does now, and the days behind it. */
const now = {
  isPractice: z.boolean(),
  checkedMillis: z.int(),
  state: z.enum(PART_STATES),
  parts: z.array(z.object({ part: z.enum(BOARD_PARTS), state: z.enum(PART_STATES) })),
  /** Sixty days, oldest first; null before the platform first ran. */
  up: z.array(upDay.nullable()),
  /** In percent, as all shares here; null where there is nothing to divide. */
  upShare: share,
};

export const platformStatus = defineCall('public', 'GET', '/api/fairness/status', {
  summary: 'Whether the platform is up, how fresh its prices are, and its incidents',
  shared: true,
  cost: 2,
  query: z.object({ siteInfoId }),
  reply: z.object({
    ...now,
    feeds: z.array(
      z.object({
        stock: z.string(),
        koName: z.string(),
        enName: z.string(),
        state: z.enum(FEED_STATES),
        /** Since the newest price came in; null without any. */
        ageMillis: count.nullable(),
      }),
    ),
    /** Of ninety days, newest first. */
    incidents: z.array(incident.extend({ updatedMillis: z.int() })),
  }),
});
export type WirePlatformStatus = z.output<(typeof platformStatus)['reply']>;

export const fairnessBoard = defineCall('public', 'GET', '/api/fairness/board', {
  summary: 'How the platform does now, and the figures of the fairness board',
  shared: true,
  cost: 2,
  query: z.object({ siteInfoId }),
  reply: z.object({
    ...now,
    leastAccounts: z.int(),
    products: z.array(
      z.object({
        product: z.string(),
        nameKo: z.string(),
        nameEn: z.string(),
        /** The house keeps a part of stakes, and no fee. */
        takesStakes: z.boolean(),
        winningShare: share,
        /** Of what was staked or traded. */
        takenShare: share,
        promisedShare: share,
        /** In won, where the fee is by contract. */
        takenPerContract: z.string().nullable(),
      }),
    ),
    refusedShare: z.object({ UP: share, DOWN: share }),
    fill: z.object({ medianMs: z.int().nullable(), p99Ms: z.int().nullable() }),
    payout: z.object({
      medianMinutes: z.int().nullable(),
      p95Minutes: z.int().nullable(),
      rejectedShare: share,
    }),
    rounds: count,
    voidedRounds: count,
    voided: z.array(voidedRound),
    incidents: z.array(incident),
  }),
});
export type WireFairnessBoard = z.output<(typeof fairnessBoard)['reply']>;

export const fairnessData = defineCall('public', 'GET', '/api/fairness/data', {
  summary:
    'The rows from which the figures of the board are computed, and how: sums of days, of no single member',
  shared: true,
  cost: 10,
  query: z.object({ siteInfoId }),
  reply: z.object({
    madeMillis: z.int(),
    isPractice: z.boolean(),
    method: z.object({ ko: z.array(z.string()), en: z.array(z.string()) }),
    ...kept.shape,
  }),
});

/** Shown to everybody: a sentence or two without control characters. */
const incidentText = z
  .string()
  .trim()
  .max(400)
  .regex(/^\P{C}*$/u);

const officeIncident = incident.extend({ updatedMillis: z.int() });
export type WireOfficeIncident = z.output<typeof officeIncident>;

export const fairnessIncidents = defineCall('staff', 'GET', '/api/office/fairness/incident/list', {
  right: 'CONTENT_READ',
  summary: 'The incidents of the public board, newest first',
  query: z.object({
    siteInfoId,
    before: integer(1, Number.MAX_SAFE_INTEGER).optional(),
    size: integer(1, 100).default(20),
  }),
  reply: z.object({ content: z.array(officeIncident) }),
});

export const openFairnessIncident = defineCall('staff', 'POST', '/api/office/fairness/incident/open', {
  right: 'CONTENT_EDIT',
  summary: 'Tell of an incident on the public board',
  limit: { per: 'player', max: 30, windowMs: 60_000 },
  body: z.object({
    siteInfoId,
    kind: z.enum(INCIDENT_KINDS),
    startedMillis: epochMillis,
    textKo: incidentText.min(2),
    textEn: incidentText.default(''),
    reason: changeReason,
  }),
  reply: officeIncident,
  refusals: ['INCIDENT_TIME_INVALID', 'INCIDENTS_FULL'],
});

export const writeFairnessIncident = defineCall('staff', 'POST', '/api/office/fairness/incident/write', {
  right: 'CONTENT_EDIT',
  summary:
    'Write anew what the board says of an incident, and when it ended. When a detected one began and ended stays',
  limit: { per: 'player', max: 60, windowMs: 60_000 },
  body: z.object({
    siteInfoId,
    incidentId: id,
    textKo: incidentText.min(2),
    textEn: incidentText.default(''),
    /** Absent: as it is. */
    endedMillis: epochMillis.optional(),
    reason: changeReason,
  }),
  reply: officeIncident,
  refusals: ['INCIDENT_NOT_FOUND', 'INCIDENT_TIME_INVALID', 'INCIDENT_DETECTED'],
});
