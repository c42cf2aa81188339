// The reads of the office with the queries that tests and the bench ask them, made from the contract: the first page, each
// filter, and a later page. A new list is asked by itself; a field whose values nobody knows fails the test of the plans.
import { readdirSync } from 'node:fs';
import type { AnyCall } from '@maru/contract/call';
import type { FilledOffice } from './office-scale-testing.ts';

type QueryOf = (office: FilledOffice) => string;

/** Further queries, which no single field says. */
const rows: Readonly<Record<string, readonly QueryOf[]>> = {
  '/api/office/contact/list': [
    () => 'isWaiting=1&size=20',
    () => 'isWaiting=1&size=20&before=1700000000000-1',
  ],
  '/api/office/members/list': [
    ({ member }) => `before=${member + 9_000}`,
    ...['회원77', '김민준', '4417', '1000001'].map((find) => () => `find=${encodeURIComponent(find)}`),
  ],
};

/** What is asked for a field of this name, where its schema does not list its values. */
const VALUES: Readonly<Record<string, string | QueryOf>> = {
  size: '20',
  page: '1',
  before: '900000000',
  beforeId: '900000000',
  after: '1',
  id: '1',
  playerId: ({ member }) => String(member),
  playerIds: ({ member }) => String(member),
  parentId: ({ staff }) => String(staff),
  staff: ({ staff }) => String(staff),
  fromDate: '2026-10-18',
  toDate: '2026-11-17',
  startDate: '2026-11-01',
  endDate: '2026-11-17',
  date: '2026-11-17',
  throughDate: '2026-11-17',
  fromMillis: '1700000000000',
  toMillis: '1800000000000',
  currency: 'KRW',
  reason: 'BET_STAKE',
  find: 'member77',
  recipient: '01012340017',
  tradeOptionId: '101',
  tradeRoundId: '1',
  overseaOptionId: '301',
  futuresOptionId: '1',
  instrumentId: '1',
  partnerId: '1',
  level: '3',
  number: '1000500',
  fillId: '1000000001',
  betId: '1000000001',
  dnwHistoryId: '1',
  contentId: '1',
  from: '2026-11-01',
  base: 'USD',
  rate: '1400',
  '/api/office/books/ledger kind': 'free',
  '/api/office/books/ledger/csv kind': 'free',
  '/api/office/audit/list search': 'player 1000001',
  '/api/office/audit/csv search': 'player 1000001',
  '/api/office/binary/setting/effect rate': '0.8',
  '/api/office/bitball/odds/effect type': 'NS_ODD',
  '/api/office/bitball/odds/effect odds': '1.9',
  '/api/office/risk/order/list product': 'futures',
  '/api/office/risk/position/list product': 'futures',
  '/api/office/partner/settlement/csv statusStrs': 'ACCRUED',
  '/api/office/partner/settlement/rows statusStrs': 'ACCRUED',
  '/api/office/partner/settlement/shares statusStrs': 'CONFIRMED',
  '/api/partner/list statusStrs': 'ACTIVE',
  '/api/office/copytrade/application/list statusStrs': 'REJECTED',
  '/api/office/copytrade/trader/list statusStrs': 'ACTIVE',
  '/api/office/copytrade/job/list statusStrs': 'MISSED',
  reasonStrs: 'CAP',
  traderId: ({ member }) => String(member),
  '/api/office/dnw/list typeStrs': 'W',
  '/api/office/dnw/list walletTypeStrs': 'BINARY',
  '/api/office/dnw/queue search': 'member77',
};

const PAGED = ['size', 'page', 'before', 'beforeId', 'after'];

interface Field {
  readonly options?: readonly string[];
  readonly def?: { readonly innerType?: Field; readonly in?: Field };
  safeParse(value: unknown): { readonly success: boolean };
}

const fieldsOf = ({ query }: AnyCall): readonly (readonly [name: string, field: Field])[] =>
  Object.entries((query as { readonly shape?: Readonly<Record<string, Field>> }).shape ?? {}).filter(
    ([name]) => name !== 'siteInfoId',
  );

const optionsOf = (field: Field): readonly string[] | undefined => {
  const inner = field.def?.innerType ?? field.def?.in;
  return field.options ?? (inner === undefined ? undefined : optionsOf(inner));
};

/** A list is answered page by page. */
const isList = (read: AnyCall): boolean => fieldsOf(read).some(([name]) => PAGED.includes(name));

/** Lists that are read from memory, or made of what the desk knows: nothing was traded here, and they may be empty. */
const SMALL: readonly string[] = [
  '/api/office/binary/round/list',
  '/api/office/books/partners',
  '/api/office/partner/settlement/csv',
  '/api/office/partner/settlement/rows',
  '/api/office/partner/settlement/shares',
  '/api/office/members/oversea/profit',
  '/api/office/risk/order/list',
  '/api/office/risk/position/list',
];

/** Whether the first page of a list has rows. */
export function isFilled(read: AnyCall, answer: string): boolean {
  if (!isList(read) || SMALL.includes(read.path)) return true;
  // A file has a line above its rows.
  if (read.answersFile === true) return answer.trim().includes('\n');
  const { content } = JSON.parse(answer) as { readonly content?: readonly unknown[] };
  return content === undefined || content.length > 0;
}

/** The values that are tried for a field; none where nobody has said any. */
function valuesOf(path: string, name: string, field: Field): readonly QueryOf[] {
  const options = optionsOf(field)?.filter((each) => typeof each === 'string');
  if (options !== undefined && options.length > 0) return options.map((each) => () => each);
  const value = VALUES[`${path} ${name}`] ?? VALUES[name];
  if (value !== undefined) return [typeof value === 'string' ? () => value : value];
  return ['1', '0', 'B1', 'KRW']
    .filter((each) => field.safeParse(each).success)
    .slice(0, 1)
    .map((each) => () => each);
}

/** Fields of lists and files for which nobody has said what is asked. */
export const fieldsWithoutValue = (reads: readonly AnyCall[]): readonly string[] =>
  reads.flatMap((read) =>
    fieldsOf(read)
      .filter(([name, field]) => isAsked(read, field) && valuesOf(read.path, name, field).length === 0)
      .map(([name]) => `${read.path} ${name}`),
  );

const isNeeded = (field: Field): boolean => !field.safeParse(undefined).success;
const isAsked = (read: AnyCall, field: Field): boolean =>
  isNeeded(field) || isList(read) || read.answersFile === true;

/**
 * What a read is asked, from its schema alone: the fields it needs, and of a list or a file each filter and each later
 * page by itself. The rows above add what a schema cannot say.
 */
export function queriesOf(read: AnyCall): readonly QueryOf[] {
  const { path } = read;
  if (path.includes('{')) return [];
  const asked = fieldsOf(read).map(([name, field]) => ({ name, field, values: valuesOf(path, name, field) }));
  const needed: QueryOf = (office) =>
    asked
      .filter(({ name, field }) => isNeeded(field) || name === 'size')
      .map(({ name, values }) => `${name}=${encodeURIComponent(values[0]?.(office) ?? '')}`)
      .join('&');
  const filters = asked
    .filter(({ name, field }) => !isNeeded(field) && isAsked(read, field) && name !== 'size')
    .flatMap(({ name, values }) =>
      values.map(
        (value): QueryOf =>
          (office) => {
            const rest = needed(office);
            return `${rest === '' ? '' : `${rest}&`}${name}=${encodeURIComponent(value(office))}`;
          },
      ),
    );
  return [needed, ...filters, ...(rows[path] ?? [])];
}

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
