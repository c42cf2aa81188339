// The cashier as a product of the server.
import type { ServerProduct } from '../product/server-product.ts';
import { dnwEvidence } from './dnw-evidence.ts';
import { cashierFairness } from './fairness.ts';
import { openCashier } from './open-cashier.ts';
import { cashierPushes } from './pushes.ts';
import { countQueue } from './queue-store.ts';
import { countWithdrawals } from './row-store.ts';

export const cashierProduct: ServerProduct = {
  name: 'cashier',
  pushesOf: cashierPushes,
  fairness: cashierFairness,
  async open(parts) {
    const { routes, due, mount, payOut } = openCashier({
      ...parts,
      push: (player, push) => parts.realtime.push(player, 'cashier', push),
    });
    return {
      routes,
      mount,
      evidence: [dnwEvidence(parts)],
      badges: [{ screen: 'cashier', count: (tx, { site }) => countQueue(tx, site) }],
      follower: payOut,
      exposure: { product: 'cashier', housePurposes: [], payoutsWaiting: countWithdrawals },
      start: async () => due.start(),
      stop: due.stop,
    };
  },
};
