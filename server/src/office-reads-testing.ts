// The reads of the office with the queries that tests and the bench ask them: the first page, and each filter that chooses
// another index. A read without a row is asked without a query; one that needs a query fails until it has a row.
import { readdirSync } from 'node:fs';
import type { AnyCall } from '@maru/contract/call';
import type { FilledOffice } from './office-scale-testing.ts';

type QueryOf = (office: FilledOffice) => string;

/** A page of the newest. */
const page: QueryOf = () => 'size=20';
const older: QueryOf = () => 'size=20&before=900000000';
const none: QueryOf = () => '';
const aboutOne =
  (field: string): QueryOf =>
  ({ member }) =>
    `playerId=${member}&${field}=1000000001`;
const month: QueryOf = () => 'fromDate=2026-10-18&toDate=2026-11-17';

const rows: Readonly<Record<string, readonly QueryOf[]>> = {
  '/api/office/audit': [() => 'number=1000500'],
  '/api/office/audit/csv': [none],
  '/api/office/audit/list': [
    page,
    older,
    () => 'group=CASHIER',
    () => 'search=player 1000001',
    () => 'twoOnly=1',
    ({ staff }) => `staff=${staff}`,
    () => 'fromMillis=1700000000000',
  ],
  '/api/office/audit/verify': [none],
  '/api/office/badges': [none],
  '/api/office/me': [none],
  '/api/office/binary/halt/list': [page],
  '/api/office/binary/round/list': [page],
  '/api/office/binary/round': [() => 'tradeRoundId=1'],
  '/api/office/binary/setting': [() => 'tradeOptionId=101'],
  '/api/office/binary/setting/effect': [() => 'tradeOptionId=101&rate=0.8'],
  '/api/office/binary/void/effect': [() => 'tradeRoundId=1'],
  '/api/office/binary/void/list': [page],
  '/api/office/bitball/odds': [none],
  '/api/office/bitball/odds/effect': [() => 'type=NS_ODD&odds=1.9'],
  '/api/office/calendar/list': [() => 'from=2026-11-01'],
  '/api/office/change/list': [page, older, () => 'area=CASHIER'],
  '/api/office/contact/evidence': [() => 'id=1'],
  '/api/office/contact/list': [page, () => 'isWaiting=1', ({ member }) => `playerId=${member}`],
  '/api/office/content': [() => 'contentId=1'],
  '/api/office/books/income': [month],
  '/api/office/books/ledger': [
    page,
    () => 'reason=BET_STAKE',
    () => 'currency=KRW',
    ({ member }) => `playerId=${member}`,
  ],
  '/api/office/books/partner': [(office) => `partnerId=1&${month(office)}`],
  '/api/office/books/partner/csv': [(office) => `partnerId=1&${month(office)}`],
  '/api/office/books/partners': [month],
  '/api/office/books/report': [month],
  '/api/office/books/report/csv': [month],
  '/api/office/content/list': [page, () => 'kind=notice'],
  '/api/office/coupon/list': [page],
  '/api/office/dnw/list': [
    page,
    () => 'typeStrs=W',
    () => 'statusStrs=0',
    ({ member }) => `playerId=${member}`,
  ],
  '/api/office/dnw/p2p/message/list': [() => 'dnwHistoryId=1'],
  '/api/office/dnw/setting': [none],
  '/api/office/fairness/incident/list': [page, older],
  '/api/office/file/{id}': [],
  '/api/office/futures/setting/effect': [() => 'futuresOptionId=1'],
  '/api/office/futures/setting': [() => 'futuresOptionId=1'],
  '/api/office/limits': [({ member }) => `playerId=${member}`],
  '/api/office/members/futures/liquidation': [aboutOne('fillId')],
  '/api/office/members/futures/receipt': [aboutOne('fillId')],
  '/api/office/members/list': [
    page,
    () => 'sort=JOINED',
    ({ member }) => `before=${member + 9_000}`,
    ...['ONLINE', 'WAITING', 'ATTENTION', 'BLOCKED'].map((filter) => () => `filter=${filter}`),
    ...['member77', '회원77', '김민준', '4417', '1000001'].map(
      (find) => () => `find=${encodeURIComponent(find)}`,
    ),
  ],
  '/api/office/members/oversea/receipt': [aboutOne('fillId')],
  '/api/office/members/trade/receipt': [aboutOne('betId')],
  '/api/office/message/batch/list': [page],
  '/api/office/outbox/list': [page],
  '/api/office/oversea/close/effect': [() => 'overseaOptionId=301'],
  '/api/office/oversea/rate/effect': [() => 'base=USD&rate=1400'],
  '/api/office/oversea/rate/list': [page],
  '/api/office/oversea/setting/effect': [() => 'overseaOptionId=301'],
  '/api/office/oversea/setting': [() => 'overseaOptionId=301'],
  '/api/office/request/list': [page, older],
  '/api/office/security': [({ member }) => `playerId=${member}`],
};

const ofMember: QueryOf = ({ member }) => `playerId=${member}`;

/** A read without a row is asked without a query, or about a member or the first of its things where it needs one. */
export const queriesOf = ({ path, query }: AnyCall): readonly QueryOf[] => {
  if (query.safeParse({}).success) return rows[path] ?? [none];
  return rows[path] ?? [query.safeParse({ id: '1' }).success ? () => 'id=1' : ofMember];
};

/** Rows of reads that are gone. */
export const rowsWithout = (reads: readonly AnyCall[]): readonly string[] =>
  Object.keys(rows).filter((path) => reads.every((read) => read.path !== path));

const contract = new URL('../../contract/src/', import.meta.url);

/** All reads that take a member of staff. */
export async function readsOfContract(): Promise<readonly AnyCall[]> {
  const files = readdirSync(contract, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
  );
  const modules = await Promise.all(
    files.map((name) => import(new URL(name, contract).href) as Promise<Record<string, unknown>>),
  );
  const isCall = (value: unknown): value is AnyCall =>
    typeof value === 'object' && value !== null && 'path' in value && 'access' in value && 'reply' in value;
  return modules
    .flatMap((each) => Object.values(each).filter(isCall))
    .filter(({ method, access }) => method === 'GET' && access === 'staff')
    .toSorted((one, other) => (one.path < other.path ? -1 : 1));
}
