// What the risk of the house costs the platform with ten thousand accounts open: an event at the desk with and without
// the money that is followed for it, all accounts valued as the exposure page asks for it, and a stress test in which a
// tenth of them is liquidated. Ticks cost nothing: nothing listens to them, so what counts is the longest time for which
// one has to wait while the figures are computed.

import { type Amount, amount, ONE, type Price, priceOfUnits, type Rate, rate } from '@maru/engine/amount';
import { apply } from '@maru/engine/apply';
import { emptyBook } from '@maru/engine/book';
import { decide } from '@maru/engine/decide';
import { entryAt } from '@maru/engine/entry';
import type { FuturesPosition } from '@maru/engine/futures/state';
import type { AnyEvent } from '@maru/engine/products';
import { playerId, playerPurse } from '@maru/engine/purse';
import { exchangeRate } from '@maru/engine/rates/exchange-rate';
import { type Millis, millis } from '@maru/engine/time';
import { instruments } from '@maru/server/feed/instruments';
import { futuresExposure } from '@maru/server/futures/exposure';
import { createHoldings } from '@maru/server/futures/holdings';
import { listInstruments } from '@maru/server/futures/instruments';
import { openSettings } from '@maru/server/futures/settings';
import { createTerms } from '@maru/server/futures/terms';
import { createFreeMoney } from '@maru/server/product/free-money';
import { figuresOf } from '@maru/server/risk/figures';
import { stress } from '@maru/server/risk/stress';
import { createValuedAccounts, type RiskParts } from '@maru/server/risk/valued-accounts';
import { openAccount, SITE } from './bench-site.ts';
import { middleOf, rounded } from './callers.ts';

const ACCOUNTS = Number(process.env['RISK_ACCOUNTS'] ?? 10_000);
const ROUNDS = 9;
const NOW = millis(1_767_614_400_000);
const MIDDLE = priceOfUnits(100_000n * ONE);
const wallets = [{ type: 'FUTURES', currency: 'USDT', places: 8 }];
const noSettings = { transaction: async () => [] };

/** A tenth is liquidated by a fall of a fifth; everybody has two positions of a hundredth of a coin. */
async function openParts(): Promise<RiskParts> {
  const listed = listInstruments(instruments);
  const site = { id: SITE, features: { futures: true }, wallets };
  const sites = { byId: () => site };
  const settings = await openSettings(noSettings as never);
  const terms = createTerms({ instruments: listed, sites, settings });
  const [first, second] = ['BTCUSDT', 'ETHUSDT'].map((code) => listed.byStock(code)?.id ?? 0);
  const holdings = createHoldings();
  const positions = Array.from({ length: ACCOUNTS }, (_, index) => [
    positionOf(index, first ?? 0, 0),
    positionOf(index, second ?? 0, 1),
  ]).flat();
  const balances = Array.from({ length: ACCOUNTS }, (_, index) => ({
    purse: playerPurse(playerId(index + 1), 'FUTURES', 'free'),
    balance: amount(index % 10 === 0 ? '250' : '1500'),
  }));
  holdings.begin({ orders: [], positions, funded: [], balances });
  const latest = (stock: string) =>
    ({ stock, last: MIDDLE, bid: MIDDLE, ask: MIDDLE, mark: MIDDLE, ts: NOW, recvTs: NOW, seq: 1 }) as never;
  const quoteOf = () => ({ rate: rate('1400'), source: 'BENCH', at: NOW });
  let now: Millis = NOW;
  return {
    exposures: [
      {
        product: 'futures',
        housePurposes: [],
        holdings: futuresExposure({ instruments: listed, prices: { latest }, terms, holdings, sites }),
      },
    ],
    rates: {
      latest: (base: string, counter: string, at: Millis) => exchangeRate({ base, counter }, quoteOf, at),
    } as never,
    sites: sites as never,
    instruments,
    // Every look is a second after the last.
    time: { clock: () => (now = millis(now + 1_000)) },
  };
}

function positionOf(index: number, instrument: number, place: 0 | 1): FuturesPosition {
  const isLong = index % 10 === 0 || ((index >> (2 + place)) & 1) === 0;
  return {
    id: index * 2 + place + 1,
    player: playerId(index + 1),
    site: SITE,
    instrument,
    wallet: 'FUTURES',
    side: isLong ? 'LONG' : 'SHORT',
    qty: (ONE / 100n) as FuturesPosition['qty'],
    entry: entryAt(MIDDLE as Price),
    leverage: 50,
    marginType: 'CROSS',
    margin: 0n as Amount,
    funding: 0n as Amount,
    entryFee: 0n as Amount,
    openedAt: NOW,
  };
}

/** How long the work takes, and the longest time for which nothing else had its turn meanwhile. */
async function timed(
  work: () => Promise<unknown>,
): Promise<{ readonly ms: number; readonly turnMs: number }> {
  let isDone = false;
  let turnMs = 0;
  const watching = (async () => {
    for (let last = performance.now(); !isDone; ) {
      await new Promise((resolve) => setImmediate(resolve));
      const now = performance.now();
      turnMs = Math.max(turnMs, now - last);
      last = now;
    }
  })();
  const from = performance.now();
  await work();
  const ms = performance.now() - from;
  isDone = true;
  await watching;
  return { ms, turnMs };
}

/** Nanoseconds of an event of a desk, with and without following the free money of whoever holds something. */
function eventCosts(): { readonly without: number; readonly with: number } {
  const book = emptyBook();
  const submit = (command: Parameters<typeof decide>[1]): AnyEvent => {
    const decision = decide(book, command, { now: NOW, eventId: book.lastEvent + 1 });
    if (!decision.ok) throw new Error(decision.refusal);
    apply(book, decision.event);
    return decision.event;
  };
  for (let player = 1; player <= ACCOUNTS; player += 1) submit(openAccount(player));
  const money = createFreeMoney((player) => player % 2 === 0);
  const round = (follow: (event: AnyEvent) => void): number => {
    const from = process.hrtime.bigint();
    for (let player = 1; player <= ACCOUNTS; player += 1)
      follow(
        submit({
          kind: 'REFILL_PRACTICE',
          site: SITE,
          player: playerId(player),
          wallet: 'BINARY',
          amount: amount(String(1_000_000 + (book.lastEvent % 1_000))),
          most: amount('10000000'),
        }),
      );
    return Number(process.hrtime.bigint() - from) / ACCOUNTS;
  };
  const costs = { without: [] as number[], with: [] as number[] };
  for (let each = 0; each <= ROUNDS; each += 1) {
    const [without, withMoney] = [round(() => {}), round(money.follow)];
    if (each === 0) continue;
    costs.without.push(without);
    costs.with.push(withMoney);
  }
  return { without: middleOf(costs.without), with: middleOf(costs.with) };
}

export async function risk(): Promise<Record<string, unknown>> {
  const parts = await openParts();
  const accounts = createValuedAccounts(parts);
  const looks: { readonly ms: number; readonly turnMs: number }[] = [];
  const tests: typeof looks = [];
  let closed = 0;
  const moves = {
    byInstrument: new Map(instruments.map(({ id }) => [id, rate('-0.2')])),
    won: 0n as Rate,
    slippage: rate('0.0015'),
    impact: 0n as Rate,
  };
  for (let each = 0; each <= ROUNDS; each += 1) {
    const look = await timed(async () => {
      const { bySite, worth } = await accounts.newest();
      const { accounts: valued } = await figuresOf(bySite.get(SITE) ?? [], worth);
      if (valued !== ACCOUNTS) throw new Error(`${valued} of ${ACCOUNTS} accounts are valued`);
    });
    const test = await timed(async () => {
      closed = (await stress(parts, SITE, moves, NOW)).closed.length;
    });
    // The first round warms up.
    if (each === 0) continue;
    looks.push(look);
    tests.push(test);
  }
  const events = eventCosts();
  const lookMs = middleOf(looks.map(({ ms }) => ms));
  return {
    accounts: ACCOUNTS,
    eventRatio: rounded(events.with / events.without),
    nsPerEvent: { without: Math.round(events.without), with: Math.round(events.with) },
    tickListeners: 0,
    /** Of one processor, while somebody looks at the page all the time. */
    lookShare: rounded(lookMs / 1_000),
    lookMs: rounded(lookMs),
    longestTurnMs: rounded(middleOf(looks.map(({ turnMs }) => turnMs))),
    stressClosed: closed,
    stressMs: rounded(middleOf(tests.map(({ ms }) => ms))),
    stressLongestTurnMs: rounded(middleOf(tests.map(({ turnMs }) => turnMs))),
  };
}
