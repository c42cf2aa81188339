// A site with many traders and follows, written by SQL alone: one trader has a tenth of all followers, the others share
// the rest, every follow has a copy open, and everybody traded on every day.
import { amount, rate, ZERO } from '@maru/engine/amount';
import { assert } from '@maru/engine/assert';
import { putFollow } from '@maru/engine/copytrade/apply';
import { type CopytradeState, emptyCopytrade } from '@maru/engine/copytrade/state';
import { type PlayerId, playerId, type SiteId } from '@maru/engine/purse';
import { millis } from '@maru/engine/time';
import { instruments } from '@maru/server/feed/instruments';
import type { FuturesGround } from '@maru/server/futures/deps';
import { listInstruments } from '@maru/server/futures/instruments';
import { FIRST_MEMBER, type Filling } from '@maru/server/office-fillings-testing';

export interface CopyScale {
  readonly traders: number;
  readonly follows: number;
  /** Of each trader. */
  readonly days: number;
  readonly site: SiteId;
  readonly today: number;
}

/** The one whom a tenth of all follows. */
export const POPULAR = FIRST_MEMBER + 1;
/** Numbers of positions of traders, far from those of copies. */
const POSITIONS = 100_000_000;
const BITCOIN = bitcoin();
/** Of a shard that nobody writes: no journal knows them. */
const SHARD = 1;

function bitcoin() {
  const found = listInstruments(instruments).byStock('BTCUSDT');
  assert(found !== undefined, 'bitcoin is traded');
  return found;
}

export const membersOf = ({ traders, follows }: CopyScale): number => traders + follows;

export const copyTablesOf = (scale: CopyScale): readonly Filling[] => [
  ...standingOf(scale),
  ...historyOf(scale),
];

/** `n` counts rows. A tenth of them are of the popular trader. */
const traderOf = ({ traders }: CopyScale): string =>
  `${POPULAR} + case when n % 10 = 0 then 0 else 1 + n % ${traders - 1} end`;

/** Some have lost, some have won. */
const SIGNED = `(n % 7 - 2) * 1.25`;
/** Of a wallet of 1,000. */
const GROWTH = `round(ln(1 + (${SIGNED}) / 1000) * 1000000000)`;
const INSTRUMENT = String(BITCOIN.id);

function standingOf(scale: CopyScale): readonly Filling[] {
  const { traders, follows, days, site, today } = scale;
  const members = membersOf(scale);
  const ofSite = { site_id: String(site) };
  const trader = traderOf(scale);
  const follower = `${FIRST_MEMBER + traders} + n`;
  const of = { ...ofSite, trader_id: trader, follower_id: follower };
  return [
    [
      'player',
      members,
      {
        ...{ id: `${FIRST_MEMBER} + n`, ...ofSite, username: `'member' || n`, role: `'PLAYER'` },
        ...{ nick: `'회원' || n`, folded_nick: `'회원' || n`, created_at: 'at', password_changed_at: 'at' },
      },
    ],
    [
      'copy_trader',
      traders,
      {
        ...{ player_id: `${FIRST_MEMBER} + n`, shard: String(SHARD), ...ofSite, status: `'ACTIVE'` },
        is_accepting: 'n % 10 <> 0',
        quota: `case when n % 7 = 0 then 10 else ${follows} end`,
        ...{ rate: '0.1', since_ms: 'at_ms' },
      },
    ],
    [
      'copy_profile',
      traders,
      {
        ...{ player_id: `${FIRST_MEMBER} + n`, ...ofSite, since_ms: 'at_ms' },
        intro: `'추세가 꺾일 때만 들어갑니다. ' || n`,
      },
    ],
    [
      'copy_day',
      traders * days,
      {
        ...{ trader_id: `${POPULAR} + n % ${traders}`, day: `${today} - n / ${traders}`, ...ofSite },
        ...{ growth: GROWTH, closed: '3', wins: '2', net: SIGNED, gains: '3.5', held_ms: '600000' },
        ...{ opened_value: '2000', opened_margin: '100', copied: '30', missed: '2', copy_net: SIGNED },
        ...{ copy_margin: '3000', shared: '0.25', copy_value: '60000', copy_slipped: '1.5' },
        updated_ms: 'at_ms',
      },
    ],
    [
      'copy_follow',
      follows,
      {
        ...{ id: 'n', shard: String(SHARD), ...of, state: `'ACTIVE'`, multiply_per: '100' },
        ...{ max_bet: '1000 + n % 100', one_max_bet: '500', exit_guard: '0.008', rate: '0.1' },
        ...{ total: SIGNED, shared: '0', copied: '30', used: '10', used_sum: '0', started_ms: 'at_ms' },
      },
    ],
    // Those that ended in the month that is kept.
    [
      'copy_follow',
      follows,
      {
        ...{ id: `${follows} + n`, shard: String(SHARD), ...of, state: `'ENDED'`, rate: '0.1' },
        ...{ max_bet: '1000', one_max_bet: '500', used: '0', ended_ms: 'at_ms', ended_by: `'FOLLOWER'` },
        ...{ waived: '0', started_ms: 'at_ms' },
      },
    ],
    [
      'copy_open',
      follows,
      {
        ...{
          follow_id: 'n',
          option_id: INSTRUMENT,
          position_id: 'n',
          trader_position_id: `${POSITIONS} + ${trader}`,
        },
        ...{ qty: '0.1', margin: '10 + n % 50', opened_ms: 'at_ms', lead_qty: '0.1', lead_sum: '500000' },
      },
    ],
    [
      'futures_position',
      follows,
      {
        ...{ id: 'n', shard: String(SHARD), ...ofSite, player_id: follower, option_id: INSTRUMENT },
        ...{
          wallet: `'FUTURES'`,
          side: `'LONG'`,
          qty: '0.1',
          entry_sum: '500000000000',
          entry_over: '10000000',
        },
        ...{ leverage: '20', margin_type: `'CROSS'`, margin: '0', funding: '0', entry_fee: '0.2' },
        opened_ms: 'at_ms',
      },
    ],
  ];
}

function historyOf(scale: CopyScale): readonly Filling[] {
  const { traders, follows, site, today } = scale;
  const ofSite = { site_id: String(site) };
  const trader = traderOf(scale);
  return [
    [
      'copy_follow_day',
      follows,
      {
        ...{
          follow_id: `1 + n % ${Math.ceil(follows / 100)}`,
          day: `${today} - n / ${Math.ceil(follows / 100)}`,
        },
        ...{ net: SIGNED, fees: '0.5', funding: '0', shared: '0' },
        ...{ entry_value: '5000', entry_slipped: '0.1', exit_value: '5000', exit_slipped: '0.1' },
      },
    ],
    [
      'copy_lead',
      traders * 100,
      {
        ...{
          id: 'n',
          shard: String(SHARD),
          ...ofSite,
          trader_id: `${POPULAR} + n % ${traders}`,
          kind: `'OPEN'`,
        },
        ...{ option_id: INSTRUMENT, closed_qty: '0', of_qty: '0', at_ms: 'at_ms', copied: '9', missed: '1' },
        position_id: `${POSITIONS} + ${POPULAR} + n % ${traders}`,
      },
    ],
    // A tenth of them of one who copies all day long, and half of another site.
    recordsOf(follows * 10, {
      ...{ id: 'n', site_id: `${site} + n % 2`, trader_id: trader },
      follow_id: `case when n % 10 = 0 then 1 else 1 + n % ${follows} end`,
      follower_id: `${FIRST_MEMBER + traders} + 1 + case when n % 10 = 0 then 0 else n % ${follows} end`,
    }),
    [
      'futures_fill',
      follows * 2,
      {
        ...{
          id: 'n',
          ...ofSite,
          player_id: trader,
          option_id: INSTRUMENT,
          at_ms: 'at_ms',
          contract: `'LINEAR'`,
        },
        ...{
          side: `'LONG'`,
          cause: `'CLOSE'`,
          margin_type: `'CROSS'`,
          wallet: `'FUTURES'`,
          currency: `'USDT'`,
        },
        ...{
          price: '50000',
          qty: '0.1',
          leverage: '20',
          opened_qty: '0',
          closed_qty: '0.1',
          position_qty: '0',
        },
        ...{ closed_sum: '500000000000', closed_over: '10000000', opened_ms: 'at_ms' },
        ...Object.fromEntries(
          [
            'pnl',
            'funding',
            'fee',
            'liquidation_fee',
            'entry_fee',
            'exit_fee',
            'released',
            'insured',
            'net',
          ].map((column) => [column, '0']),
        ),
      },
    ],
    [
      'copy_share',
      follows * 3,
      {
        ...{
          id: 'n',
          ...ofSite,
          follow_id: `1 + n % ${follows}`,
          follower_id: `${FIRST_MEMBER + traders} + 1 + n % ${follows}`,
        },
        ...{ trader_id: trader, kind: `'DAILY'`, share: '0.1', total: '1', shared: '0.1', at_ms: 'at_ms' },
      },
    ],
  ];
}

/** A tenth of them was missed. */
function recordsOf(rows: number, more: Readonly<Record<string, string>>): Filling {
  const filled = ['qty', 'price', 'fee', 'net', 'position_id', 'slippage'].map(
    (column) => [column, 'case when n % 10 = 0 then null else 1 end'] as const,
  );
  return [
    'copy_record',
    rows,
    {
      ...{ seq: 'n', kind: `'OPEN'`, cause: `'MIRROR'`, lead_id: 'n', lead_price: '50000', lead_ms: 'at_ms' },
      ...{
        side: `'LONG'`,
        option_id: INSTRUMENT,
        at_ms: 'at_ms',
        reason: `case when n % 10 = 0 then 'CAP' end`,
      },
      ...Object.fromEntries(filled),
      ...more,
    },
  ];
}

/** The same follows as copying keeps them in memory. */
export function followsOf({ traders, follows, site }: CopyScale): CopytradeState {
  const state = emptyCopytrade();
  for (let n = 1; n <= follows; n += 1)
    putFollow(state, {
      ...{ id: n, site, follower: playerId(FIRST_MEMBER + traders + n) },
      trader: playerId(POPULAR + (n % 10 === 0 ? 0 : 1 + (n % (traders - 1)))),
      ...{ state: 'ACTIVE', pairs: [BITCOIN.id], multiplyPer: 100, isPaused: false, rate: rate('0.1') },
      ...{ maxBet: amount(String(1_000 + (n % 100))), oneMaxBet: amount('500'), exitGuard: rate('0.008') },
      total: amount(String(((n % 7) - 2) * 1.25)),
      ...{ shared: ZERO, handled: 0, startedAt: millis(0), copies: new Map() },
    });
  return state;
}

/** Coin futures as far as lists show them: one position of the popular trader, and no prices. */
export function copyGround(player: PlayerId): FuturesGround {
  const position = {
    ...{ id: POSITIONS + POPULAR, player, site: 1, instrument: BITCOIN.id, wallet: 'FUTURES', side: 'LONG' },
    ...{ qty: 10_000_000n, entry: { sum: 500_000_000_000n, over: 10_000_000n }, leverage: 20 },
    ...{ marginType: 'CROSS', margin: 0n, funding: 0n, entryFee: 0n, openedAt: 0 },
  };
  const accounts = new Map([[player, { orders: new Map(), positions: new Map([[BITCOIN.id, position]]) }]]);
  const ground = {
    instruments: listInstruments(instruments),
    holdings: { state: { accounts } },
    terms: { at: () => undefined },
  };
  return ground as unknown as FuturesGround;
}
