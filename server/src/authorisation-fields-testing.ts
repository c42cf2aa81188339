// What the fields of calls name, and a valid value for the others: rows of the authorisation matrix.
import type { AnyCall } from '@maru/contract/call';
import { z } from 'zod';
import { BTC, type MembersObjects, NQ, type SitesObjects } from './authorisation-objects-testing.ts';
import { PASSWORD } from './authorisation-testing.ts';
import { nameOf } from './calls-testing.ts';

/** Numbers and names that belong to everybody, to no site and to nobody of its members. */
const OF_NOBODY = new Set([
  ...['siteInfoId', 'tradeOptionId', 'futuresOptionId', 'overseaOptionId', 'instrumentId', 'bankId'],
  ...['beforeId', 'tradeRoundId', 'code', 'promoCode'],
]);

export type Kind = keyof MembersObjects | keyof SitesObjects;

/** What a field names. */
const OBJECTS: Readonly<Record<string, Kind>> = {
  ...{
    playerIds: 'member',
    playerId: 'member',
    parentId: 'colleague',
    staffId: 'colleague',
    partnerId: 'partner',
  },
  ...{ dnwHistoryId: 'deposit', quoteId: 'quote', payoutId: 'payout', fileIds: 'file', key: 'apiKey' },
  ...{ betId: 'bet', orderId: 'futuresOrder', futuresPositionId: 'futuresPosition' },
  ...{ futuresFollowerOrderId: 'futuresOrder', futuresTraderOrderId: 'futuresOrder' },
  ...{ traderId: 'member', followerId: 'member', traderFollowerId: 'futuresOrder' },
  applicationId: 'application',
  ...{ overseaPositionId: 'overseaPosition', contentId: 'content' },
  ...{ staffRequestId: 'request', voidRequestId: 'void', couponId: 'coupon', incidentId: 'incident' },
  ...{ riskAlertId: 'riskAlert', riskPresetId: 'preset' },
};

/** Of calls whose field is just `id`, or names another thing in another product. */
const OBJECTS_BY_PATH: readonly (readonly [RegExp, string, Kind])[] = [
  [/^\/api\/office\/contact\/template\//, 'id', 'template'],
  [/^\/api\/office\/dnw\/reason\//, 'id', 'refusalText'],
  [/^\/api\/(office\/)?contact\//, 'id', 'inquiry'],
  [/^\/api\/message\//, 'id', 'letter'],
  [/^\/api\/(admin|office\/accounts\/)/, 'id', 'colleague'],
  [/^\/api\/partner(\/list)?$/, 'id', 'partner'],
  [/^\/api\/partner(\/list)?$/, 'parentId', 'partner'],
  [/^\/api\/office\/change_password$/, 'id', 'colleague'],
  [/change_(password|nick)$/, 'id', 'member'],
  [/^\/api\/alert\//, 'id', 'alert'],
  [/\/(file|picture)\/\{id\}$/, 'id', 'file'],
  [/sessions\/end$/, 'id', 'session'],
  [/\/passkey\//, 'id', 'passkey'],
  [/\/push\/delete$/, 'id', 'pushDevice'],
  [/^\/api\/futures\/order\//, 'id', 'futuresOrder'],
  [/^\/api\/oversea\/order\/delete-tpsl$/, 'id', 'overseaPosition'],
  [/^\/api\/oversea\/order\//, 'id', 'overseaOrder'],
  [/\/dnw\/p2p\//, 'dnwHistoryId', 'p2p'],
  [/\/futures\//, 'fillId', 'futuresFill'],
  [/\/oversea\//, 'fillId', 'overseaFill'],
];

/** A valid value for every other field that these calls must be given. */
export const SAMPLES: Readonly<Record<string, unknown>> = {
  ...{ reason: '권한을 시험합니다', text: '권한을 시험합니다', note: '권한을 시험합니다' },
  ...{ title: '권한을 시험합니다', content: '권한을 시험합니다', question: '문의합니다' },
  ...{ textKo: '권한을 시험합니다', name: '아무개', nick: '아무도', blockDevice: 'M', field: 'PHONE' },
  ...{ walletType: 'BINARY', point: '1000', type: 'PB', as: 'COUNTERPART', on: true },
  ...{ fires: 'AT_OR_ABOVE', level: '66500', basis: 'LAST', repeat: 'ONCE', push: true, inApp: true },
  ...{ addresses: ['127.0.0.1'], amount: '1', overseaOptionId: NQ, futuresOptionId: BTC, value: 'TP' },
  ...{ tpTick: 40, slTick: 40, isActive: true, fundingMillis: '1700000000000', version: 1 },
  ...{ fromDate: '2026-09-01', toDate: '2026-09-24', tradeType: 'LONG', marketType: 'MARKET', qty: '0.01' },
  ...{ throughDate: '2026-09-01', date: '2026-09-01', digest: '0'.repeat(64) },
  ...{ quota: 5, shareRate: '0.1', followStock: [BTC], status: 'OFF', isAccepting: true },
  ...{ password: PASSWORD, currentPassword: PASSWORD },
};

/** Of one call. */
export const SAMPLES_OF: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  '/api/futures/order/margin': { type: 1 },
  '/api/futures/order': { marketType: 'TAKEPROFIT', tradeType: 'SHORT', qty: '0.01', stopPrice: '70000' },
  '/api/futures/order/amend': { qty: '0.02' },
  '/api/dnw/withdraw/apply': { point: '20000', walletType: 'BINARY' },
  '/api/office/accounts/change': { isDisabled: true },
  '/api/admin': { username: 'nobody-here', role: 'SUPPORT' },
  '/api/partner': { username: 'nobody-there', code: 'NOBODY', rates: [] },
  '/api/office/partner/change': { rates: [] },
  '/api/office/content/save': { kind: 'notice', ko: { title: '제목', content: '<p>내용</p>' } },
};

/** Optional by themselves, but something must be said. */
const SAID = new Set(['text']);

export interface Described {
  readonly call: AnyCall;
  readonly field: string;
  readonly kind: Kind;
  readonly others: readonly string[];
}

function fieldsOf(schema: AnyCall['query']): {
  readonly all: readonly string[];
  readonly required: readonly string[];
} {
  const made = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  const parts = [made, ...((made.allOf ?? made.anyOf ?? []) as (typeof made)[])];
  return {
    all: parts.flatMap(({ properties }) => Object.keys(properties ?? {})),
    required: parts.flatMap(({ required }) => required ?? []),
  };
}

const isNumberOfSomething = (field: string): boolean =>
  /^(id|key)$|Ids?$/.test(field) && !OF_NOBODY.has(field);

export function describeObjects(calls: readonly AnyCall[]): {
  readonly described: readonly Described[];
  readonly unknown: readonly string[];
} {
  const unknown: string[] = [];
  const described = calls
    .filter(({ access }) => access !== 'public')
    .flatMap((call): readonly Described[] => {
      const { all, required } = fieldsOf(call.method === 'GET' ? call.query : call.body);
      return all.filter(isNumberOfSomething).flatMap((field): readonly Described[] => {
        const byPath = OBJECTS_BY_PATH.find(([pattern, named]) => named === field && pattern.test(call.path));
        const kind = byPath?.[2] ?? OBJECTS[field];
        const others = all.filter((each) => each !== field && (required.includes(each) || SAID.has(each)));
        if (kind !== undefined) return [{ call, field, kind, others }];
        unknown.push(`${nameOf(call)} takes ${field}, which no table names`);
        return [];
      });
    });
  return { described, unknown };
}
