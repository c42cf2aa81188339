import { amount, price, ZERO } from '@maru/engine/amount';
import { entryAt, meanOf } from '@maru/engine/entry';
import { pnlOf } from '@maru/engine/oversea/pricing';
import { CL, MONDAY, NOON, SITE } from '@maru/engine/oversea/testing';
import { playerId } from '@maru/engine/purse';
import { expect, test } from 'vitest';
import { standing } from './account.ts';

test('without a price a position below zero counts with the entry that a loss-cut would use', () => {
  // -0.00000001 and twice -0.00000002: the mean is no price, and is rounded down, not towards zero.
  const entry = meanOf(entryAt(price('-0.00000001')), { held: 1n, added: 2n, price: price('-0.00000002') });
  const position = {
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
  } as const;
  const unit = amount('0.00000001');
  const seen = { site: SITE, free: ZERO, wait: ZERO, unit, positions: [position], orders: [] };
  const parts = {
    instruments: { byId: () => undefined },
    prices: { latest: () => undefined },
    terms: { at: () => CL },
  };
  expect(standing(seen, parts, NOON).lastPnl).toBe(pnlOf(position, price('-0.00000002'), CL, unit));
});
