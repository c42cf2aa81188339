import { amount, price, ZERO } from '@maru/engine/amount';
import { type Entry, entryAt, meanOf } from '@maru/engine/entry';
import type { Tick } from '@maru/engine/market/tick';
import { pnlOf } from '@maru/engine/oversea/pricing';
import type { OverseaPosition } from '@maru/engine/oversea/state';
import { CL, MONDAY, NOON, SITE } from '@maru/engine/oversea/testing';
import { playerId } from '@maru/engine/purse';
import { expect, test } from 'vitest';
import { reservedFor, standing } from './account.ts';

const held = (entry: Entry): OverseaPosition => ({
  id: 1,
  player: playerId(1),
  site: SITE,
  instrument: CL.instrument,
  wallet: CL.wallet,
  side: 'LONG',
  qty: 3,
  entry,
  margin: amount('900000'),
  entryCommission: ZERO,
  tpTick: 0,
  slTick: 0,
  overnight: false,
  heldFor: MONDAY,
  openedAt: NOON,
});

const withoutPrices = {
  instruments: { byId: () => undefined },
  prices: { latest: () => undefined },
  terms: { at: () => CL },
};

test('without a price a position below zero counts with the entry that a loss-cut would use', () => {
  // -0.00000001 and twice -0.00000002: the mean is no price, and is rounded down, not towards zero.
  const mean = { held: 1n, added: 2n, price: price('-0.00000002') };
  const position = held(meanOf(entryAt(price('-0.00000001')), mean));
  const unit = amount('0.00000001');
  const seen = { site: SITE, free: ZERO, wait: ZERO, unit, positions: [position], orders: [] };
  expect(standing(seen, withoutPrices, NOON).lastPnl).toBe(pnlOf(position, price('-0.00000002'), CL, unit));
});

test('positions reserve free money of the wallet that pays for them, and of no other', () => {
  const position = { ...held(entryAt(price('70'))), margin: ZERO };
  const account = { positions: new Map([[CL.instrument, position]]), orders: new Map() };
  const fallen = { ...withoutPrices, ...pricedAt('69') };
  expect(reservedFor(account, CL.wallet, fallen, NOON)).toBeGreaterThan(0n);
  expect(reservedFor(account, 'FUTURES', fallen, NOON)).toBe(0n);
});

const pricedAt = (last: string) => ({ prices: { latest: () => ({ last: price(last) }) as Tick } });
