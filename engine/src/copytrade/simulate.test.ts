// A simulated follow is held against the desk: the same leads, mirrored, give the same figures.
import { expect, test } from 'vitest';
import { amount, price, qty, rate, toDecimal, ZERO } from '../amount.ts';
import { netOfFill } from '../futures/net-profit.ts';
import { BTC, ETH } from '../futures/testing.ts';
import type { AnyEvent } from '../products.ts';
import { DAY_MS } from '../time.ts';
import type { FollowRequest } from './commands.ts';
import type { MissedReason } from './events.ts';
import { nextLead } from './find.ts';
import { type PastLead, type PastTerms, type Simulation, simulateFollow } from './simulate.ts';
import type { CopyLead, FollowSettings } from './state.ts';
import { EXIT_GUARD } from './terms.ts';
import {
  type Answer,
  answerOf,
  closeLead,
  followedWorld,
  followIn,
  free,
  mirror,
  moveTo,
  order,
  outcomeOf as outcomeOfAnswer,
  REQUEST,
  share,
  type World,
} from './testing.ts';

const terms: ReadonlyMap<number, PastTerms> = new Map(
  [BTC, ETH].map((own) => [own.instrument, { ...own, entryGuard: rate('0.005') }]),
);

const settingsOf = (request: FollowRequest): FollowSettings => ({
  pairs: request.pairs ?? REQUEST.pairs,
  multiplyPer: request.multiplyPer ?? REQUEST.multiplyPer,
  isPaused: request.isPaused ?? false,
  maxBet: request.maxBet ?? REQUEST.maxBet,
  oneMaxBet: request.oneMaxBet ?? REQUEST.oneMaxBet,
  ...(request.maxLeverage ? { maxLeverage: request.maxLeverage } : {}),
  ...(request.lossLimit ? { lossLimit: request.lossLimit } : {}),
  exitGuard: request.exitGuard ?? EXIT_GUARD,
});

const past = (lead: CopyLead): PastLead => ({ ...lead, funding: ZERO, isLiquidation: false });

const simulated = (
  leads: readonly PastLead[],
  request: FollowRequest = {},
  slippage = '0',
  credit = '10000',
): Simulation =>
  simulateFollow(leads, terms, settingsOf(request), {
    ...{ free: amount(credit), slippage: rate(slippage), shareRate: rate('0.1') },
  });

interface Copied {
  readonly qty: string;
  readonly net: string;
  readonly fee: string;
  readonly missed: MissedReason | undefined;
}

const outcomeOf = (event: AnyEvent): Copied => {
  if (event.kind === 'COPY_MISSED') return { qty: '0', net: '0', fee: '0', missed: event.reason };
  if (event.kind !== 'FUTURES_FILLED') throw new Error(`a copy or a miss, found ${event.kind}`);
  const [fill] = event.fills;
  return {
    qty: toDecimal(fill!.qty),
    net: toDecimal(netOfFill(fill!).net),
    fee: toDecimal(fill!.fee),
    missed: undefined,
  };
};

/** Mirrors what waits, and keeps the leads and what became of them. */
function mirrored(world: World, leads: PastLead[], outcomes: Copied[]): void {
  for (;;) {
    const lead = nextLead(world.book.copytrade, followIn(world));
    if (lead === undefined) return;
    leads.push(past(lead));
    const answer = mirror(world);
    if (!answer.ok) throw new Error(answer.refusal);
    outcomes.push(outcomeOf(answer.event));
  }
}

test.each<[string, FollowRequest]>([
  ['everything', {}],
  ['a third of it', { multiplyPer: 33 }],
  ['much more than may be spent', { multiplyPer: 900, maxBet: amount('12000'), oneMaxBet: amount('6000') }],
  ['little', { multiplyPer: 1, maxBet: amount('11'), oneMaxBet: amount('10') }],
  ['as much as the limit of all copies allows', { maxBet: amount('348.8'), oneMaxBet: amount('300') }],
  ['one instrument', { pairs: [ETH.instrument] }],
  ['less leverage', { maxLeverage: 3 }],
  ['nothing', { multiplyPer: 0 }],
  ['while paused', { isPaused: true }],
])('a follow that copies %s gives the figures that the desk gave', (_name, request) => {
  const world = followedWorld(request);
  const leads: PastLead[] = [];
  const outcomes: Copied[] = [];
  const step = (act: () => Answer) => {
    expect(answerOf(act())).toBe('FUTURES_FILLED');
    mirrored(world, leads, outcomes);
  };
  step(() => order(world, { size: '0.1' }));
  moveTo(world, '60500');
  step(() => order(world, { size: '0.05' }));
  step(() => order(world, { terms: ETH, side: 'SHORT', size: '2', leverage: 10, marginType: 'ISOLATED' }));
  moveTo(world, '2950', 1_000, ETH);
  step(() => closeLead(world, { size: '0.037' }));
  moveTo(world, '59000');
  step(() => closeLead(world, { terms: ETH, size: '0.7' }));
  step(() => closeLead(world));
  moveTo(world, '2990', 1_000, ETH);
  step(() => closeLead(world, { terms: ETH }));
  moveTo(world, '61000', DAY_MS);
  share(world);
  step(() => order(world, { side: 'SHORT', size: '0.2' }));
  moveTo(world, '58000');
  step(() => closeLead(world));
  const own = followIn(world);
  share(world);
  const after = followIn(world);

  const { leads: found, ...simulation } = simulated(leads, request);
  expect(
    found.map((each) => ({
      qty: toDecimal(each.qty),
      net: toDecimal(each.net),
      fee: toDecimal(each.fee),
      missed: each.missed,
    })),
  ).toEqual(outcomes);
  expect([simulation.total, simulation.share]).toEqual([own.total, after.shared]);
  expect(amount('10000') + simulation.net).toBe(free(world, 2));
  expect(simulation.days.reduce((sum, { net }) => sum + net, 0n)).toBe(own.total);
  expect(simulation.open).toBe(ZERO);
});

const lead = (more: Partial<PastLead>): PastLead => ({
  ...{ kind: 'OPEN', instrument: BTC.instrument, side: 'LONG', price: price('60000'), leverage: 20 },
  ...{ marginType: 'CROSS', margin: amount('300'), closed: qty('0'), of: qty('0'), at: 1_800_000_000_000 },
  ...{ funding: ZERO, isLiquidation: false },
  ...(more as PastLead),
});

const opened = lead({});
test('of a lead that the limit of all copies makes too small it shows what is left of that', () => {
  const { leads } = simulated([opened, opened], { maxBet: amount('302'), oneMaxBet: amount('300') });
  expect(leads.map(({ missed }) => missed)).toEqual([undefined, 'CAP']);
  expect(leads[1]).toMatchObject({ found: amount('2'), allowed: amount('302') });
});

const closed = (at: string, more: Partial<PastLead> = {}): PastLead =>
  lead({ kind: 'CLOSE', price: price(at), closed: qty('0.1'), of: qty('0.1'), margin: ZERO, ...more });

test('copies are filled worse by the slippage, at both ends', () => {
  const { leads } = simulated([opened, closed('61000')], {}, '0.001');
  expect(leads.map(({ price: at }) => toDecimal(at))).toEqual(['60060', '60939']);
});

test('a slippage above the guard misses every copy, and what is above the exit guard alone stays open', () => {
  expect(simulated([opened], {}, '0.006').leads[0]).toMatchObject({
    missed: 'SLIPPAGE',
    found: rate('0.006'),
    allowed: rate('0.005'),
  });
  const left = simulated(
    [opened, closed('61000'), opened, closed('61000')],
    { exitGuard: rate('0.001') },
    '0.002',
  );
  expect(left.leads.map(({ missed }) => missed)).toEqual([undefined, 'SLIPPAGE', 'OWN_POSITION', 'NO_COPY']);
  expect([left.copied, left.missed]).toEqual([1, 2]);
});

test('the loss limit closes everything at the next lead that shows it, and nothing is opened after it', () => {
  const run = simulated([opened, lead({ price: price('59000') }), closed('61000')], {
    lossLimit: amount('90'),
  });
  expect(run.leads.map(({ missed }) => missed)).toEqual([undefined, 'PAUSED', 'NO_COPY']);
  expect(run.pausedAt).toBe(opened.at);
  expect(run.total).toBeLessThan(-amount('90'));
});

test('nothing is copied after the trader was liquidated, and what is open is valued at that price', () => {
  const run = simulated([opened, closed('57000', { isLiquidation: true }), opened]);
  expect(run.leads).toHaveLength(1);
  expect(run.detachedAt).toBe(opened.at);
  expect(run.open).toBeLessThan(-amount('300'));
  // Nothing was realised but the fee of the opening.
  expect(run.worstDrawdown).toBe(-(run.total + run.open));
});

test('the loss limit closes at the price of the trader’s liquidation too', () => {
  const run = simulated([opened, closed('57000', { isLiquidation: true })], { lossLimit: amount('90') });
  expect(run).toMatchObject({ pausedAt: opened.at, detachedAt: opened.at, open: ZERO });
  expect(run.total).toBeLessThan(-amount('90'));
});

test('what would be above the cap of the leverage is missed, as at the desk', () => {
  const request = { multiplyPer: 1_000, maxBet: amount('9000'), oneMaxBet: amount('8000') };
  const world = followedWorld(request);
  order(world, { size: '0.2', leverage: 125 });
  const waiting = nextLead(world.book.copytrade, followIn(world));
  expect(outcomeOfAnswer(mirror(world))).toBe('LEVERAGE');
  expect(simulated([past(waiting!)], request).leads[0]).toMatchObject({ missed: 'LEVERAGE' });
});

test('funding of a close is shared by quantity, and counts as a cost', () => {
  const [without, with_] = [
    [opened, closed('60000')],
    [opened, closed('60000', { funding: amount('-1') })],
  ].map((leads) => simulated(leads, { multiplyPer: 50 }));
  expect(toDecimal(with_!.funding)).toBe('-0.5');
  expect(with_!.total - without!.total).toBe(-amount('0.5'));
});

test('the share is paid of new highs alone, and the drawdown is measured from the highest', () => {
  const day = (lead_: PastLead, days: number): PastLead => ({
    ...lead_,
    at: (lead_.at + days * DAY_MS) as PastLead['at'],
  });
  const run = simulated([
    opened,
    closed('63000'),
    day(opened, 1),
    day(closed('58000'), 1),
    day(opened, 2),
    day(closed('61000'), 2),
  ]);
  const [first] = run.days;
  expect(run.share).toBe((first!.net * 10n) / 100n);
  expect(run.days).toHaveLength(3);
  expect(run.worstDrawdown).toBeGreaterThan(amount('200'));
  expect(toDecimal(run.peakMargin)).toBe('300');
});
