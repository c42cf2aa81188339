// What each table is filled with, for a database as the office meets it after a year.
import { copiesOf } from './office-copy-fillings-testing.ts';
import { deskOf } from './office-desk-fillings-testing.ts';

export interface Scale {
  readonly members: number;
  readonly ledger: number;
  /** Of the members. In one that nobody writes, the tables are not compared with the journal, which knows none of them. */
  readonly shard: number;
}

/** Far from whatever numbers the platform itself gives out. */
export const FIRST_MEMBER = 1_000_000;
const FIRST_EVENT = 1_000_000_000;

/** For each table how many rows, and the expressions of its columns: `n` counts from 1, `member` is one of the members. */
export type Filling = readonly [table: string, rows: number, columns: Readonly<Record<string, string>>];

export interface Sized extends Scale {
  /** Rows of lists that grow with the members. */
  readonly many: number;
  readonly site: number;
  readonly staff: number;
}

const event = `${FIRST_EVENT} + n`;
export const ofMember = (site: number) => ({ site_id: String(site), player_id: 'member' });
const names = `(array['김','이','박','최','정'])[1 + n % 5] || (array['민준','서연','도윤','하은','지호'])[1 + n % 7 % 5]`;

const membersOf = ({ members, many, shard, site }: Sized): readonly Filling[] => [
  [
    'player',
    members,
    {
      id: `${FIRST_MEMBER} + n`,
      site_id: String(site),
      username: `'member' || n`,
      password_hash: `'none'`,
      name: names,
      phone: `'010' || lpad(n::text, 8, '0')`,
      email: `'member' || n || '@example.com'`,
      nick: `'회원' || n`,
      folded_nick: `'회원' || n`,
      role: `'PLAYER'`,
      status: `case when n % 900 = 0 then 'WAITING' else 'ACTIVE' end`,
      created_at: 'at',
      password_changed_at: 'at',
      block_device: `case when n % 700 = 0 then 'M' else '' end`,
    },
  ],
  [
    'account',
    members,
    {
      player_id: `${FIRST_MEMBER} + n`,
      shard: String(shard),
      site_id: String(site),
      role: `'PLAYER'`,
      blocked: 'n % 500 = 0',
      session_version: '1',
      seq: '1',
    },
  ],
  [
    'wallet',
    members,
    { player_id: `${FIRST_MEMBER} + n`, type: `'BINARY'`, currency: `'KRW'`, places: '0', run: '1' },
  ],
  [
    'purse',
    members,
    {
      id: `(${FIRST_MEMBER} + n) || ':BINARY:free'`,
      shard: String(shard),
      site_id: String(site),
      owner_id: `${FIRST_MEMBER} + n`,
      currency: `'KRW'`,
      balance: '1000 + n',
    },
  ],
  [
    'refresh_family',
    members,
    {
      id: `'family' || n`,
      ...ofMember(site),
      session_version: '1',
      device_class: `'MOBILE'`,
      ip: `'10.0.0.1'`,
      created_at: 'at',
      expires_at: `now() + interval '1 day'`,
    },
  ],
  ['known_device', members, { player_id: `${FIRST_MEMBER} + n`, device: `'device' || n`, seen_at: 'at' }],
  [
    'sign_in_audit',
    many * 2,
    {
      ...ofMember(site),
      at: 'at',
      username: `'member' || n % ${members}`,
      ip: `'10.0.0.1'`,
      device_class: `'MOBILE'`,
      outcome: `'OK'`,
    },
  ],
];

const moneyOf = ({ ledger, many, shard, site, staff }: Sized): readonly Filling[] => [
  [
    'transfer',
    ledger,
    {
      event_id: event,
      leg: '0',
      site_id: String(site),
      currency: `'KRW'`,
      from_id: `case when n % 2 = 0 then 'house:${site}:practice:KRW' else member || ':BINARY:free' end`,
      to_id: `case when n % 2 = 0 then member || ':BINARY:free' else 'house:${site}:practice:KRW' end`,
      amount: '1000 + n % 90000',
      reason: `(array['PRACTICE_CREDIT','BET_STAKE','OVERSEA_COMMISSION','DEPOSIT','FUTURES_FEE'])[1 + n % 5]`,
      at: 'at',
    },
  ],
  [
    'payment_sum',
    many,
    {
      ...{ event_id: event, leg: '0', site_id: String(site), round_id: 'n / 2', currency: `'KRW'` },
      ...{ from_kind: `'wait'`, to_kind: `'free'`, reason: `'BET_STAKE'`, amount: '1000 + n', moves: '4' },
      at: 'at',
    },
  ],
  [
    'account_event',
    many * 2,
    {
      player_id: 'member',
      seq: 'n',
      event_id: event,
      kind: `(array['BET_PLACED','OVERSEA_FILLED','REQUEST_MADE','SESSIONS_ENDED'])[1 + n % 4]`,
      at: 'at',
      body: `'{}'`,
    },
  ],
  [
    'cashier_row',
    many,
    {
      id: `2 * (${event})`,
      ...ofMember(site),
      shard: String(shard),
      type: `(array['D','W','D','C','TI','TO'])[1 + n % 6]`,
      // Those that wait are the newest ones.
      status: `case when n > ${many} - 50 then 0 when n % 97 = 0 then 2 else 1 end`,
      wallet: `'BINARY'`,
      currency: `'KRW'`,
      amount: '10000 + n',
      fee: '0',
      change: '10000 + n',
      channel: `'BANK'`,
      created_ms: 'at_ms',
      ended_ms: `case when n > ${many} - 50 then null else at_ms + 540000 end`,
    },
  ],
  [
    'cashier_coupon',
    many,
    {
      id: event,
      site_id: String(site),
      coupon: `md5(n::text)`,
      wallets: `array['BINARY']`,
      currency: `'KRW'`,
      amount: '1000',
      uses: '1',
      from_ms: 'at_ms',
      until_ms: 'at_ms + 1000',
      asked_by: String(staff),
      approved_by: `${staff} + 1`,
      issued_ms: 'at_ms',
    },
  ],
  [
    'p2p_message',
    many,
    {
      site_id: String(site),
      request_id: '2000000002 + n % 100',
      player_id: 'member',
      sender: `'PLAYER'`,
      staff_id: 'null',
      body: `'보냈습니다'`,
      at_ms: 'at_ms',
    },
  ],
];

const tradesOf = ({ many, site, staff }: Sized): readonly Filling[] => [
  [
    'bet_round',
    many,
    {
      site_id: String(site),
      round_id: 'n',
      option_id: '101',
      type: `'B1'`,
      open_ms: 'at_ms - 60000',
      close_ms: 'at_ms',
      strike_mode: `'ROUND_OPEN'`,
      bet_count: '2',
      stake: '10000',
      status: `case when n % 4000 = 0 then 3 else 1 end`,
      void_reason: `case when n % 4000 = 0 then 'STALE' end`,
      winners: `array['UP']`,
      settled_event: 'n',
      was_settled: 'true',
    },
  ],
  [
    'bet',
    many * 2,
    {
      id: event,
      ...ofMember(site),
      round_id: '1 + n / 2',
      option_id: '101',
      type: `'B1'`,
      pick: `case when n % 2 = 0 then 'UP' else 'DOWN' end`,
      stake: '5000',
      rate: '0.87',
      profit: '4350',
      wallet: `'BINARY'`,
      currency: `'KRW'`,
      accepted_ms: 'at_ms - 50000',
      open_ms: 'at_ms - 60000',
      close_ms: 'at_ms',
    },
  ],
  [
    'oversea_fill',
    many,
    {
      id: event,
      ...ofMember(site),
      qty: '1',
      opened_qty: '1',
      closed_qty: '0',
      at_ms: 'at_ms',
      pnl: '0',
      net: '0',
      entry_commission: '0',
      exit_commission: '0',
      option_id: '301',
      side: `'LONG'`,
      cause: `'MARKET'`,
      currency: `'KRW'`,
      wallet: `'BINARY'`,
    },
  ],
  [
    'futures_fill',
    many,
    {
      id: event,
      ...ofMember(site),
      qty: '1',
      opened_qty: '1',
      closed_qty: '0',
      at_ms: 'at_ms',
      contract: `'LINEAR'`,
      margin_type: `'CROSS'`,
      position_qty: '1',
      pnl: '0',
      funding: '0',
      fee: '1',
      liquidation_fee: '0',
      entry_fee: '0',
      exit_fee: '0',
      released: '0',
      insured: '0',
      net: '0',
      option_id: '1',
      side: `'LONG'`,
      cause: `'MARKET'`,
      currency: `'USDT'`,
      wallet: `'FUTURES'`,
      closed_sum: 'null',
      closed_over: 'null',
      opened_ms: 'null',
    },
  ],
  [
    'void_request',
    many,
    {
      site_id: String(site),
      round_id: 'n',
      reason: `'시세 끊김'`,
      requested_by: String(staff),
      requested_ms: 'at_ms',
      approved_by: `${staff} + 1`,
      approved_ms: 'at_ms',
      // Otherwise the letters of twelve thousand voids wait, which no platform has at once.
      told_ms: 'at_ms',
    },
  ],
  [
    'option_halt',
    many,
    {
      site_id: String(site),
      option_id: '101',
      reason: `'점검'`,
      since_ms: 'at_ms',
      until_ms: 'at_ms + 1000',
      halted_by: String(staff),
    },
  ],
];

export const fillingsOf = (sized: Sized): readonly Filling[] =>
  [membersOf, moneyOf, tradesOf, deskOf, copiesOf].flatMap((group) => group(sized));
