// Changes that need two members of staff: one requests them, with a reason, and they are made when another one
// approves.
import type { RefusalOf } from '@maru/contract/call';
import {
  approveStaffRequest,
  REQUEST_WAITS_MS,
  staffRequests,
  withdrawStaffRequest,
} from '@maru/contract/staff/calls';
import { rightToApprove, takesPlatform } from '@maru/contract/staff/request-rights';
import { rightsOf } from '@maru/contract/staff/rights';
import { assert } from '@maru/engine/assert';
import type { SiteId } from '@maru/engine/purse';
import { earlier, type Millis } from '@maru/engine/time';
import { type Database, isUniqueViolation, type Tx } from '../db/database.ts';
import { type Route, serve } from '../http/serve.ts';
import { insertStaffChange } from './changes.ts';
import { listStaffNames } from './names.ts';
import {
  endRequest,
  findRequest,
  insertRequest,
  listRequests,
  type NewRequest,
  noteOutcome,
  type StaffRequest,
} from './request-store.ts';

type RequestKind = StaffRequest['kind'];

export interface Approved {
  readonly site: SiteId;
  readonly body: unknown;
  readonly reason: string;
  readonly requestedBy: number;
  readonly approvedBy: number;
  readonly now: Millis;
}

export type Performed =
  | { readonly ok: true }
  | {
      readonly ok: false;
      readonly refusal: RefusalOf<typeof approveStaffRequest>;
      readonly field?: string;
    };

export interface StaffRequests {
  /** Undefined when the same request is waiting already. */
  ask(asked: NewRequest): Promise<StaffRequest | undefined>;
  /** Registers what is done when a request of this kind is approved. */
  perform(kind: RequestKind, work: (approved: Approved) => Promise<Performed>): void;
  /**
   * The same for work that needs something which may be refused as busy. It is prepared before the request is marked as
   * approved, and undefined is answered by `TRY_AGAIN`: whoever approves may ask again.
   */
  performPrepared<Prepared extends object>(
    kind: RequestKind,
    prepare: (approved: Approved) => Promise<Prepared | undefined>,
    work: (approved: Approved, prepared: Prepared) => Promise<Performed>,
  ): void;
  readonly routes: readonly Route[];
}

export function createStaffRequests(database: Database): StaffRequests {
  /** What is done, once it is prepared. */
  type Work = () => Promise<Performed>;
  const works = new Map<RequestKind, (approved: Approved) => Promise<Work | undefined>>();
  return {
    async ask(asked) {
      try {
        const outdatedAt = earlier(asked.now, REQUEST_WAITS_MS);
        return await database.transaction((tx) => insertRequest(tx, asked, outdatedAt));
      } catch (fault) {
        if (isUniqueViolation(fault, 'a_request_waits_once')) return undefined;
        throw fault;
      }
    },
    perform(kind, work) {
      works.set(kind, async (approved) => () => work(approved));
    },
    performPrepared(kind, prepare, work) {
      works.set(kind, async (approved) => {
        const prepared = await prepare(approved);
        return prepared && (() => work(approved, prepared));
      });
    },
    routes: [
      serve(staffRequests, async ({ query: { before, size }, principal: { site } }) => {
        const content = await database.transaction(async (tx) => {
          const requests = await listRequests(tx, { site, before, size });
          const deciders = requests.map(({ approvedBy, withdrawnBy }) => approvedBy ?? withdrawnBy ?? 0);
          const names = await listStaffNames(tx, [
            ...requests.map(({ requestedBy }) => requestedBy),
            ...deciders,
          ]);
          return requests.map((request, place) => ({
            ...request,
            requestedName: names.get(request.requestedBy) ?? null,
            decidedName: names.get(deciders[place] ?? 0) ?? null,
          }));
        });
        return { ok: true, reply: { content } };
      }),
      serve(withdrawStaffRequest, async ({ body, principal: { site, player }, now }) => {
        const { staffRequestId: id, reason } = body;
        const withdrawn = await database.transaction(async (tx) => {
          if ((await findRequest(tx, site, id)) === undefined) return 'MISSING';
          const ended = await endRequest(tx, 'withdrawn', { id, staff: player, now, reason });
          if (ended !== undefined) await noteDecision(tx, ended, { site, staff: player, now });
          return ended;
        });
        if (withdrawn === 'MISSING') return { ok: false, refusal: 'STAFF_REQUEST_NOT_FOUND' };
        return withdrawn === undefined
          ? { ok: false, refusal: 'ALREADY_PROCESSED' }
          : { ok: true, reply: withdrawn };
      }),
      serve(approveStaffRequest, async ({ body, principal: { site, player, standing }, now }) => {
        const { staffRequestId: id, reason } = body;
        const request = await database.transaction((tx) => findRequest(tx, site, id));
        if (request === undefined) return { ok: false, refusal: 'STAFF_REQUEST_NOT_FOUND' };
        if (request.requestedBy === player) return { ok: false, refusal: 'SECOND_PERSON_NEEDED' };
        const rights = standing === undefined ? [] : rightsOf[standing.role];
        if (!rights.includes(rightToApprove(request.kind))) return { ok: false, refusal: 'FORBIDDEN' };
        if (takesPlatform(request.kind) && standing?.level !== 1) return { ok: false, refusal: 'FORBIDDEN' };
        if (now > request.requestedMillis + REQUEST_WAITS_MS) {
          return { ok: false, refusal: 'STAFF_REQUEST_TOO_OLD' };
        }
        if (request.approvedBy !== null || request.withdrawnBy !== null)
          return { ok: false, refusal: 'ALREADY_PROCESSED' };
        const prepare = works.get(request.kind);
        assert(prepare !== undefined, `nobody performs ${request.kind}`);
        const work = await prepare({
          site,
          body: JSON.parse(request.body),
          reason: request.reason,
          requestedBy: request.requestedBy,
          approvedBy: player,
          now,
        });
        if (work === undefined) return { ok: false, refusal: 'TRY_AGAIN' };
        // Marked as approved before it is done, so that of simultaneous approvals exactly one does it.
        const taken = await database.transaction(async (tx) => {
          const ended = await endRequest(tx, 'approved', { id, staff: player, now, reason });
          // What is done has an entry of both; this one is what the second person said about it.
          if (ended !== undefined && reason !== '')
            await noteDecision(tx, ended, { site, staff: player, now });
          return ended;
        });
        if (taken === undefined) return { ok: false, refusal: 'ALREADY_PROCESSED' };
        const performed = await work();
        const outcome = performed.ok ? 'DONE' : performed.refusal;
        const done = await database.transaction((tx) => noteOutcome(tx, { id, outcome }));
        return performed.ok ? { ok: true, reply: done ?? taken } : performed;
      }),
    ],
  };
}

const noteDecision = (
  tx: Tx,
  { id, kind, subject, requestedBy, approvedBy, decisionReason }: StaffRequest,
  { site, staff, now }: { readonly site: SiteId; readonly staff: number; readonly now: Millis },
): Promise<unknown> =>
  insertStaffChange(tx, {
    ...{ site, area: 'REQUEST', subject: String(id) },
    before: { kind, subject, requestedBy },
    after: { decision: approvedBy === null ? 'WITHDRAWN' : 'APPROVED' },
    by: { staff, now, reason: decisionReason ?? '' },
  });
