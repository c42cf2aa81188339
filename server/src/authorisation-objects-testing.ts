// One of everything that somebody may own, and what the tables hold: for tests that try what is another's.
import { randomUUID } from 'node:crypto';
import { MINUTE_MS } from '@maru/engine/time';
import { type Authorisation, AWAY, PASSWORD, type Person } from './authorisation-testing.ts';
import { binaryOfferId } from './binary/offers.ts';
import { instruments } from './feed/instruments.ts';
import { pngOf } from './file/testing.ts';

/** Of a member. */
export interface MembersObjects {
  readonly member: number;
  readonly inquiry: number;
  readonly letter: number;
  readonly deposit: number;
  readonly quote: string;
  readonly payout: number;
  readonly p2p: number;
  readonly application: number;
  readonly futuresOrder: number;
  readonly futuresPosition: number;
  readonly futuresFill: number;
  readonly overseaOrder: number;
  readonly overseaPosition: number;
  readonly overseaFill: number;
  readonly bet: number;
  readonly file: string;
  readonly session: string;
  readonly passkey: string;
  readonly alert: number;
  readonly pushDevice: number;
  readonly apiKey: string;
}

/** Of a site, which its staff may see and change. */
export interface SitesObjects {
  readonly colleague: number;
  readonly partner: number;
  readonly request: number;
  readonly void: number;
  readonly coupon: number;
  readonly incident: number;
  readonly riskAlert: number;
  readonly preset: number;
  readonly template: number;
  readonly refusalText: number;
  readonly content: number;
  readonly session: string;
  readonly passkey: string;
}

function instrumentOf(wanted: string) {
  const found = instruments.find(({ code }) => code === wanted);
  if (found === undefined) throw new Error(`${wanted} is not listed`);
  return found;
}

const coin = instrumentOf('BTCUSDT');
export const BTC = coin.id;
export const NQ = instrumentOf('NQ').id;
/** Long rounds: what is staked is voided before one ends. */
export const ROUNDS = binaryOfferId(coin, 'R5');
const OTHER_ROUNDS = binaryOfferId(coin, 'R2');
const PRICES = { BTCUSDT: '60000', NQ: '25000' };

type Body = Readonly<Record<string, unknown>>;

const idOf = (of: unknown): number => (of as { readonly id: number }).id;
const firstOf = (of: unknown): unknown => (of as readonly unknown[])[0];

function makerOf({ ask, publish }: Authorisation, by: Person) {
  const send = async (
    method: 'GET' | 'POST',
    path: `/${string}`,
    as: Person,
    fields: Body,
  ): Promise<Body> => {
    const answer = await ask({ method, path }, as, fields);
    if (answer.status !== 200) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  return {
    post: (path: `/${string}`, fields: Body, as = by) => send('POST', path, as, fields),
    get: (path: `/${string}`, fields: Body = {}) => send('GET', path, by, fields),
    /** With prices that are fresh. */
    async trade(path: `/${string}`, fields: Body): Promise<Body> {
      await publish(PRICES);
      return send('POST', path, by, fields);
    },
  };
}

/** What only its owner and the staff of its site may read. */
export const markOf = ({ name }: Person): string => `비밀-${name}-내용`;

export async function makeMembersObjects(world: Authorisation, by: Person): Promise<MembersObjects> {
  const { post, get, trade } = makerOf(world, by);
  const staff = by.site === AWAY ? world.people.farhead : world.people.head;
  const mark = markOf(by);
  const bet = await makeBet(world, by);
  const question = { question: mark, about: { kind: 'BET', id: bet } };
  const inquiry = idOf((await post('/api/contact/create', question))['inquiry']);
  const letter = { title: mark, content: mark, reason: '시험' };
  await post('/api/office/message/send', { playerId: by.id, ...letter }, staff);
  await post('/api/office/members/note', { playerId: by.id, text: mark }, staff);
  const rejected = idOf((await post('/api/dnw/deposit/apply', { point: '50000' }))['request']);
  await post('/api/office/dnw/reject', { dnwHistoryId: rejected, reason: '시험' }, staff);
  const deposit = idOf((await post('/api/dnw/deposit/apply', { point: '100000' }))['request']);
  const bankInfo = { bankId: 1, accountNumber: `55512345${by.id + 10_000}` };
  const asked = { followStock: [BTC], shareRate: '0.2', intro: '' };
  const application = idOf(await post('/api/copytrade/trader/apply', asked));
  const long = { futuresOptionId: BTC, tradeType: 'LONG', leverage: 10 };
  const bought = await trade('/api/futures/order', { ...long, marketType: 'MARKET', qty: '0.01' });
  const waits = { ...long, marketType: 'LIMIT', qty: '0.01', price: '50000' };
  const future = { overseaOptionId: NQ, tradeType: 'LONG', qty: 1 };
  const filled = await trade('/api/oversea/order', { ...future, marketType: 'MARKET' });
  const limit = { ...future, marketType: 'LIMIT', price: '24900' };
  const futuresOrder = idOf(await trade('/api/futures/order', waits));
  const overseaOrder = idOf(await trade('/api/oversea/order', limit));
  const alert = { stock: 'BTCUSDT', fires: 'AT_OR_ABOVE', level: '66000', basis: 'LAST', repeat: 'ONCE' };
  const alerts = await trade('/api/alert', { ...alert, push: true, inApp: true });
  const key = { name: mark, scopes: ['READ'], addresses: ['127.0.0.1'], days: 30 };
  await world.signInAgain(by);
  const list = await get('/api/message/list');
  const [sessions, picture] = [await get('/api/account/sessions'), await world.upload(by, pngOf(8, 8))];
  const purchase = await trade('/api/dnw/p2p', { point: '13855' });
  return {
    ...{ member: by.id, inquiry, deposit, application, futuresOrder, overseaOrder },
    letter: idOf(firstOf(list['content'])),
    p2p: idOf((purchase['p2p'] as { readonly request: unknown }).request),
    quote: await makeQuote(world, by),
    payout: idOf(await post('/api/wallet/generate', { coinName: 'BINARY', bankInfo })),
    futuresPosition: idOf(firstOf(await get('/api/futures/history/open_position'))),
    futuresFill: idOf(firstOf(bought['fills'])),
    overseaPosition: idOf(firstOf(await get('/api/oversea/history/open_position'))),
    overseaFill: idOf(filled['fill']),
    bet,
    file: String(picture.body['id']),
    session: String((firstOf(sessions['content']) as { readonly id: string }).id),
    passkey: await insertPasskey(world, by),
    alert: idOf(firstOf(alerts['alerts'])),
    pushDevice: await insertPushDevice(world, by),
    apiKey: String((await post('/api/api_key/create', { ...key, password: PASSWORD }))['key']),
  };
}

/** It lasts ten seconds. */
export async function makeQuote(world: Authorisation, by: Person): Promise<string> {
  const quote = { fromWallet: 'FUTURES', toWallet: 'BINARY', point: '1' };
  return String((await makerOf(world, by).trade('/api/dnw/quote', quote))['quoteId']);
}

async function makeBet(world: Authorisation, by: Person): Promise<number> {
  const { get, trade } = makerOf(world, by);
  const current = await get('/api/trade/game/current', { tradeOptionId: ROUNDS });
  return idOf(
    await trade('/api/trade/history/betting', {
      tradeRoundId: idOf(current['round']),
      point: '10000',
      type: 'LONG',
    }),
  );
}

/** Voids the round of the bets, so that nothing of it is settled while a test compares the tables. */
export async function voidRound(world: Authorisation, by: readonly [Person, Person]): Promise<void> {
  const [asker, second] = by;
  const { get, post } = makerOf(world, asker);
  const current = await get('/api/trade/game/current', { tradeOptionId: ROUNDS });
  const asked = await post('/api/office/binary/void/request', {
    ...{ tradeRoundId: idOf(current['round']), reason: '시험' },
  });
  await post('/api/office/binary/void/approve', { voidRequestId: asked['id'] }, second);
  // Its letters are written by the clock.
  for (;;) {
    const untold = await world.tables.transaction((tx) =>
      tx.query('select id from void_request where approved_ms is not null and told_ms is null'),
    );
    if (untold.length === 0) return;
  }
}

export async function makeSitesObjects(
  world: Authorisation,
  by: Person,
  partner: Person,
): Promise<SitesObjects> {
  const { post, get } = makerOf(world, by);
  const [name, reason, now] = [markOf(by), '시험', world.now()];
  const until = { untilMillis: String(now + 1_440 * MINUTE_MS) };
  const coupon = { walletTypes: ['BINARY'], point: '1000', uses: 1, ...until, reason };
  const [issued, waits] = [
    await post('/api/office/coupon/issue', coupon),
    await post('/api/office/coupon/issue', coupon),
  ];
  const approval = { staffRequestId: issued['waiting'], siteInfoId: by.site };
  await post('/api/office/request/approve', approval, world.people.platform);
  const current = await get('/api/trade/game/current', { tradeOptionId: OTHER_ROUNDS });
  const round = { tradeRoundId: idOf(current['round']), reason };
  const incident = {
    kind: 'OTHER',
    startedMillis: String(now - MINUTE_MS),
    textKo: name,
    textEn: name,
    reason,
  };
  const moves = [{ instrumentId: BTC, percent: '1' }];
  const template = await post('/api/office/contact/template', { name, text: name });
  const refusalTexts = await post('/api/office/dnw/reason', { text: name });
  const content = { kind: 'notice', ko: { title: name, content: `<p>${name}</p>` } };
  const coupons = await get('/api/office/coupon/list');
  const sessions = await get('/api/office/security/sessions');
  return {
    ...{ colleague: by.id, partner: partner.id, request: Number(waits['waiting']) },
    void: idOf(await post('/api/office/binary/void/request', round)),
    coupon: idOf(firstOf(coupons['content'])),
    incident: idOf(await post('/api/office/fairness/incident/open', incident)),
    riskAlert: await insertRiskAlert(world, by),
    preset: Number((await post('/api/office/risk/preset', { name, moves, reason }))['riskPresetId']),
    template: idOf(template),
    refusalText: idOf(firstOf(refusalTexts['content'])),
    content: await publishContent(world, by, content),
    session: String((firstOf(sessions['content']) as { readonly id: string }).id),
    passkey: await insertPasskey(world, by),
  };
}

async function publishContent(world: Authorisation, by: Person, content: Body): Promise<number> {
  const { post } = makerOf(world, by);
  const contentId = idOf(await post('/api/office/content/save', content));
  await post('/api/office/content/publish', { contentId, version: 1, reason: '시험' });
  return contentId;
}

async function insertPasskey({ tables, now }: Authorisation, { id, site, name }: Person): Promise<string> {
  const key = `passkey-of-${name}-${randomUUID()}`;
  await tables.transaction((tx) =>
    tx.query(
      `insert into passkey (id, site_id, player_id, public_key, counter, relying_party, name, created_ms)
       values ($1, $2, $3, 'a public key', 0, 'localhost', $4, $5)`,
      [key, site, id, name, now()],
    ),
  );
  return key;
}

async function insertPushDevice({ tables, now }: Authorisation, by: Person): Promise<number> {
  const rows = await tables.transaction((tx) =>
    tx.query<{ id: number }>(
      `insert into push_device (site_id, player_id, family_id, endpoint, p256dh, auth, name, language, created_ms, seen_ms)
       select site_id, player_id, id, $2, 'key', 'auth', $2, 'ko', $3, $3 from refresh_family where player_id = $1 limit 1
       returning id`,
      [by.id, `https://push.example/${markOf(by)}`, now()],
    ),
  );
  return idOf(rows[0]);
}

async function insertRiskAlert({ tables, now }: Authorisation, by: Person): Promise<number> {
  const rows = await tables.transaction((tx) =>
    tx.query<{ id: number }>(
      `insert into risk_alert (site_id, rule, subject, level, value, most, fired_ms)
       values ($1, 'netTotal', $2, 'OVER', 2, 1, $3) returning id`,
      [by.site, markOf(by), now()],
    ),
  );
  return idOf(rows[0]);
}

/** Written by the clock, whoever calls or not. The journal has what the clock asks of the desk; the tables show the rest. */
const BY_CLOCK = new Set([
  ...['tick_minute', 'tick_part', 'tick_head', 'candle', 'round_tick', 'round_result', 'round_strike'],
  ...['record_gap', 'proof_minute', 'ball_seal', 'ball_secret', 'ball_draw', 'index_seal', 'feed_sender'],
  ...['exchange_rate', 'funding_premium', 'futures_funding', 'risk_alert', 'fairness_up_day', 'shard'],
  ...[
    'feed_leader',
    'reached_follower',
    'journal',
    'shadow_mark',
    'player_limit_use',
    'limit_rate',
    'fairness_speed_day',
    'fairness_day',
  ],
]);

/** Of these the clock notes that a device was told; letters are counted alone. */
const COUNTED = new Set(['message']);

/** Written by a refused call as well: how often somebody has tried or was refused, and that a sign-in is in use. */
const OF_TRIES = new Set([
  'login_failure',
  'sign_in_audit',
  'player_seen',
  'refresh_family',
  'coupon_try',
  'fairness_order_day',
]);

const HASH = `', ' || coalesce(sum(hashtextextended(t::text, 0)), 0)`;

/** A print of every table, when the tables have followed the journal. */
export async function printTables({ tables }: Authorisation): Promise<Readonly<Record<string, string>>> {
  await untilFollowed({ tables });
  return tables.transaction(async (tx) => {
    const listed = await tx.query<{ name: string }>(
      `select table_name as name from information_schema.tables
        where table_schema = 'public' and table_type = 'BASE TABLE' order by table_name`,
    );
    const names = listed.map(({ name }) => name).filter((name) => !BY_CLOCK.has(name) && !OF_TRIES.has(name));
    const each = names.map(
      (name) =>
        `select '${name}' as name, count(*) || ' rows' || ${COUNTED.has(name) ? "''" : HASH} as print
           from "${name}" as t`,
    );
    const prints = await tx.query<{ name: string; print: string }>(each.join(' union all '));
    return Object.fromEntries(prints.map(({ name, print }) => [name, print]));
  });
}

/** The tables have everything that was answered so far. */
export async function untilFollowed({ tables }: Pick<Authorisation, 'tables'>): Promise<void> {
  for (;;) {
    const [row] = await tables.transaction((tx) =>
      tx.query<{ behind: number }>(
        'select (select max(batch) from journal) - (select max(batch) from shadow_mark) as behind',
      ),
    );
    if ((row?.behind ?? 0) <= 0) return;
  }
}

const HEX = '0123456789abcdef';
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const shifted = (text: string, letters: string): string =>
  text.replace(/[0-9a-z]/g, (letter) => letters[(letters.indexOf(letter) + 7) % letters.length] ?? letter);

/** A number or name of the same form that nothing has. */
export function missingLike(value: number | string): number | string {
  if (typeof value === 'number') return 987_654_321;
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value)) return randomUUID();
  if (/^[0-9a-f]+$/.test(value)) return shifted(value, HEX);
  const [prefix = ''] = /^mk_/.exec(value) ?? [];
  return `${prefix}${shifted(value.slice(prefix.length), LETTERS)}`;
}
