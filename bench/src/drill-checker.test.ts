// The checker finds what it looks for: a small true history of one member, and the same with one thing wrong.
import { expect, test } from 'vitest';
import { judge } from './drill-checker.ts';
import { noticed } from './drill-errors.ts';
import type { AccountEvent, Asked, Attempt, MemberHistory, Received } from './drill-log.ts';

const CONNECTED_AT = 1_000;
const FIRST_AT = 10_000;

const wallet = (free: string, wait = '0') => [
  { walletType: 'BINARY', part: 'free', balance: free },
  { walletType: 'BINARY', part: 'wait', balance: wait },
];

const eventOf = (seq: number, type: string, data: Record<string, unknown>): AccountEvent => ({
  ...{ seq, type, at: FIRST_AT + seq * 1_000 },
  data: { id: 100 + seq, balances: [], ...data },
});

const opened = eventOf(1, 'ACCOUNT_OPENED', { balances: wallet('10000000') });
const refilled = eventOf(2, 'PRACTICE_REFILLED', {
  ...{ wallet: 'BINARY', amount: '5000000', run: 2, balances: wallet('5000000') },
});
const bet = eventOf(3, 'BET_PLACED', {
  ...{ wallet: 'BINARY', stake: '5000', balances: wallet('4995000', '5000') },
});
const second = eventOf(4, 'BET_PLACED', {
  ...{ wallet: 'BINARY', stake: '5000', balances: wallet('4990000', '10000') },
});

/** When it was sent and answered follows from the event; an answer of this epoch. */
function attemptOf(at: number, epoch: number, status = 200): Attempt {
  return { askedAt: at - 50, answeredAt: at + 10, status, owner: { shard: 0, epoch } };
}

const askedFor = (event: AccountEvent, path: string, body: Record<string, unknown>, epoch = 1): Asked => ({
  ...{ key: `key-of-${event.seq}`, method: 'POST', path, body: {} },
  attempts: [attemptOf(event.at, epoch)],
  answer: { status: 200, body },
});

const REFILL = '/api/practice/refill';
const BET = '/api/trade/history/betting';

const pushOf = (queue: string, { seq, type, at }: AccountEvent, text = '{}'): Received => ({
  ...{ queue, at: at + 20 },
  push: { seq, type, text },
});
const resync = (queue: string, at: number): Received => ({ queue, at, push: 'RESYNC' });

const asked = [
  askedFor(refilled, REFILL, { walletType: 'BINARY', point: '5000000', run: 2 }),
  askedFor(bet, BET, { id: bet.data.id }),
  askedFor(second, BET, { id: second.data.id }),
];
const received = [
  pushOf('point', refilled),
  ...[bet, second].flatMap((each) => [pushOf('trade', each), pushOf('point', each)]),
];
const truth: MemberHistory = {
  ...{ name: 'drill1', asked, received, connectedAt: CONNECTED_AT, downs: [] },
  shown: {
    events: [opened, refilled, bet, second],
    wallets: { BINARY: { point: '4990000', gameWaitPoint: '10000' } },
    open: [],
    repeated: [{ key: 'key-of-3', first: '{"id":103}', again: '{"id":103}' }],
  },
};

const found = (changed: Partial<MemberHistory>): readonly string[] =>
  judge([{ ...truth, ...changed }]).complaints;
const shown = (changed: Partial<MemberHistory['shown']>): Partial<MemberHistory> => ({
  shown: { ...truth.shown, ...changed },
});

test('a true history has no complaint', () => {
  expect(judge([truth])).toMatchObject({ complaints: [], commands: 3, answered: 3, done: 3, pushes: 5 });
});

test('an answered command without its event is lost', () => {
  const events = [opened, refilled, bet];
  const wallets = { BINARY: { point: '4995000', gameWaitPoint: '5000' } };
  expect(found(shown({ events, wallets }))).toEqual([
    'drill1: lost: /api/trade/history/betting with key key-of-4 was answered, and no event has it',
  ]);
});

test('a command that is there twice is found', () => {
  const again = eventOf(5, 'BET_PLACED', {
    wallet: 'BINARY',
    stake: '5000',
    balances: wallet('4985000', '15000'),
  });
  const complaints = found({
    received: [...received, pushOf('trade', again), pushOf('point', again)],
    ...shown({
      events: [...truth.shown.events, again],
      wallets: { BINARY: { point: '4985000', gameWaitPoint: '15000' } },
    }),
  });
  expect(complaints).toEqual(['drill1: not asked for: event 5 BET_PLACED is of no answered command']);
});

test('two commands that were answered with one event are found', () => {
  const twice: Asked = { ...asked[2]!, key: 'key-of-another' };
  expect(found({ asked: [...asked, twice] })).toEqual([
    'drill1: twice: /api/trade/history/betting with keys key-of-4 and key-of-another got one event',
  ]);
});

test('a command that was refused has no event, unless an attempt before was not answered', () => {
  const refused = (attempts: readonly Attempt[]): Asked => ({
    ...{ key: 'key-of-refused', method: 'POST', path: BET, body: {}, attempts: [...attempts] },
    answer: { status: 409, body: {} },
  });
  const answeredLate = attemptOf(second.at + 5_000, 1, 409);
  const [first, next] = asked as [Asked, Asked];
  expect(found({ asked: [first, next, refused([answeredLate])] })).toEqual([
    'drill1: not asked for: event 4 BET_PLACED is of no answered command',
  ]);
  const unanswered = { askedAt: second.at - 100 };
  const judged = judge([{ ...truth, asked: [first, next, refused([unanswered, answeredLate])] }]);
  expect(judged).toMatchObject({ complaints: [], late: 1, unknowns: 1 });
});

test('a command that nobody ever answered is found', () => {
  const open: Asked = { key: 'key-of-open', method: 'POST', path: BET, body: {}, attempts: [{ askedAt: 1 }] };
  expect(found({ asked: [...asked, open] })).toEqual([
    'drill1: /api/trade/history/betting with key key-of-open was never answered',
  ]);
});

test('a gap and a double in the numbers of an account are found', () => {
  const { events } = truth.shown;
  expect(found(shown({ events: [opened, { ...refilled, seq: 3 }, bet, second] }))).toEqual(
    expect.arrayContaining([
      'drill1: gap: event 2 is missing before 3',
      'drill1: double: event 3 comes after 3',
    ]),
  );
  expect(found(shown({ events: [...events, second] }))).toContain('drill1: double: event 4 comes after 4');
});

test('an event with a lower number than the one before is found', () => {
  const events = [opened, refilled, bet, { ...second, data: { ...second.data, id: bet.data.id - 1 } }];
  expect(found(shown({ events }))).toContain('drill1: order: event 4 is older than the one before');
});

test('an owner that answers a request sent after an answer of a later owner is found', () => {
  const [first, next, last] = asked as [Asked, Asked, Asked];
  const later = { ...next, attempts: [attemptOf(bet.at, 2)] };
  expect(found({ asked: [first, later, last] })[0]).toMatch(
    /^two owners: epoch 1 of shard 0 answered a request that was sent after an answer of epoch 2/,
  );
});

test('an answer of an earlier owner that was under way when the later one answered is no complaint', () => {
  const [first, next, last] = asked as [Asked, Asked, Asked];
  const later = { ...next, attempts: [attemptOf(bet.at, 2)] };
  const underWay = { ...last, attempts: [{ ...attemptOf(second.at, 1), askedAt: bet.at }] };
  expect(found({ asked: [first, later, underWay] })).toEqual([]);
});

test('owners are compared across members', () => {
  const [first, next, last] = asked as [Asked, Asked, Asked];
  const other: MemberHistory = {
    ...{ name: 'drill2', received: [], connectedAt: CONNECTED_AT, downs: [] },
    asked: [
      { key: undefined, method: 'GET', path: '/api/me', body: {}, attempts: [attemptOf(bet.at - 200, 7)] },
    ],
    shown: { events: [], wallets: {}, open: [], repeated: [] },
  };
  expect(judge([{ ...truth, asked: [first, next, last] }, other]).complaints).toHaveLength(2);
});

test('a push that did not arrive is found', () => {
  expect(found({ received: received.toSpliced(3, 1) })).toEqual([
    'drill1: no push: event 4 BET_PLACED did not reach trade',
  ]);
});

test('what happened before everything was read again needs no push', () => {
  const list = [...received.slice(0, 1), resync('trade', second.at + 1), resync('point', second.at + 1)];
  expect(judge([{ ...truth, received: list }])).toMatchObject({ complaints: [], resyncs: 1 });
});

test('what happened long after everything was read again needs its push', () => {
  const list = [
    ...received.slice(0, 1),
    resync('trade', refilled.at - 5_000),
    resync('point', second.at + 1),
  ];
  expect(found({ received: list })).toEqual([
    'drill1: no push: event 3 BET_PLACED did not reach trade',
    'drill1: no push: event 4 BET_PLACED did not reach trade',
  ]);
});

test('a push that was shown twice is found', () => {
  expect(found({ received: [...received, pushOf('trade', second)] })).toEqual([
    'drill1: push twice: BET_PLACED of event 4 on trade',
  ]);
});

test('two pushes of one event that differ are no double', () => {
  expect(found({ received: [...received, pushOf('trade', second, '{"other":1}')] })).toEqual([]);
});

test('a push that was shown after a newer one is found', () => {
  const list = [received[0]!, received[3]!, received[1]!, received[2]!, received[4]!];
  expect(found({ received: list })).toEqual(['drill1: push too late: event 3 on trade after 4']);
});

test('a balance that does not follow from the events is found', () => {
  expect(found(shown({ wallets: { BINARY: { point: '4995000', gameWaitPoint: '10000' } } }))).toEqual([
    'drill1: money: BINARY shows 4995000 free, and its events say 499000000000000 units',
  ]);
});

test('an event that moves another amount than it says is found', () => {
  const wrong = { ...second, data: { ...second.data, balances: wallet('4989000', '10000') } };
  const wallets = { BINARY: { point: '4989000', gameWaitPoint: '10000' } };
  expect(found(shown({ events: [opened, refilled, bet, wrong], wallets }))).toEqual([
    'drill1: money: after event 4 BET_PLACED BINARY:free has 498900000000000 units and not 499000000000000',
  ]);
});

test('a key that gets another answer the second time is found', () => {
  const repeated = [{ key: 'key-of-3', first: '{"id":103}', again: '{"id":105}' }];
  expect(found(shown({ repeated }))).toEqual([
    'drill1: another answer: key key-of-3 was {"id":103} and is {"id":105}',
  ]);
});

test('an order that is shown and was never made is found', () => {
  expect(found(shown({ open: [{ what: 'order 64', event: 2 }] }))).toEqual([
    'drill1: no event: order 64 is shown, and event 2 is not of the account',
  ]);
});

test('a member notices what fails or takes long, and nothing that a quick retry hides', () => {
  const failed: Attempt = { askedAt: 1_000, answeredAt: 1_100, status: 503, code: 'RESULT_UNKNOWN' };
  const withAttempts = (attempts: readonly Attempt[], answer: Asked['answer']): Asked => ({
    ...{ key: 'key-of-slow', method: 'POST', path: BET, body: {}, attempts: [...attempts] },
    ...(answer === undefined ? {} : { answer }),
  });
  const answer = { status: 200, body: {} };
  const of = (...list: readonly Asked[]) => noticed([{ ...truth, asked: list }]);
  expect(of(withAttempts([failed, attemptOf(3_000, 1)], answer))).toEqual([]);
  expect(of(withAttempts([attemptOf(3_000, 1, 409)], { status: 409, body: {} }))).toEqual([]);
  expect(of(withAttempts([failed, attemptOf(9_000, 1)], answer))).toEqual([
    'drill1: /api/trade/history/betting took 8010 ms after RESULT_UNKNOWN',
  ]);
  expect(of({ ...withAttempts([failed], undefined), key: undefined })).toEqual([
    'drill1: /api/trade/history/betting ended with an error: RESULT_UNKNOWN',
  ]);
  expect(noticed([{ ...truth, downs: [{ from: 1_000, until: 5_900 }] }])).toEqual([]);
  expect(noticed([{ ...truth, downs: [{ from: 1_000, until: 6_100 }] }])).toEqual([
    'drill1: the live connection was away for 5100 ms',
  ]);
});
