// Assembles the cashier: providers and their reports, quotes, what is due by the clock, and the calls.
import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Loop } from '../clock/loop.ts';
import type { Route } from '../http/serve.ts';
import { addressRoutes } from './address-routes.ts';
import { convertRoutes } from './convert-routes.ts';
import { couponOfficeRoutes } from './coupon-office.ts';
import { couponRoutes } from './coupon-routes.ts';
import type { CashierDeps, CashierParts } from './deps.ts';
import { createDue } from './due.ts';
import { listRoutes } from './list-routes.ts';
import { officeRoutes } from './office-routes.ts';
import { createOneAtATime } from './one-at-a-time.ts';
import { p2pRoutes } from './p2p-routes.ts';
import { createPayOut, type PayOut } from './payout/pay-out.ts';
import { payoutRoutes } from './payout/routes.ts';
import { createInbox, type Inbox } from './provider/inbox.ts';
import { mountProviders } from './provider/mount.ts';
import { providerRoutes } from './provider/routes.ts';
import { createSandbox, type Sandbox } from './provider/sandbox.ts';
import { queueRoutes } from './queue-routes.ts';
import { createQuotes } from './quotes.ts';
import { reasonRoutes } from './reason-routes.ts';
import { requestRoutes } from './request-routes.ts';
import { settingRoutes } from './setting-routes.ts';
import { createSmallApprovals, type SmallApprovals } from './small-approvals.ts';

export interface Cashier {
  readonly routes: readonly Route[];
  readonly inbox: Inbox;
  readonly sandbox: Sandbox;
  readonly due: Loop;
  readonly payOut: PayOut;
  readonly small: SmallApprovals;
  mount(app: FastifyInstance): void;
}

export function openCashier(given: Omit<CashierDeps, 'random'> & Partial<CashierDeps>): Cashier {
  const deps: CashierDeps = { random: randomBytes, ...given };
  const inbox = createInbox(deps);
  const sandbox = createSandbox(deps, inbox);
  const quotes = createQuotes(() => Buffer.from(deps.random(18)).toString('base64url'));
  const payOut = createPayOut(deps, sandbox);
  const parts: CashierParts = { ...deps, inbox, provider: sandbox, quotes, oneAtATime: createOneAtATime() };
  const small = createSmallApprovals(parts);
  return {
    routes: [
      ...requestRoutes(parts),
      ...convertRoutes(parts),
      ...couponRoutes(parts),
      ...payoutRoutes(parts),
      ...addressRoutes(parts, sandbox),
      ...providerRoutes(parts),
      ...p2pRoutes(parts),
      ...listRoutes(parts),
      ...officeRoutes(parts),
      ...queueRoutes(parts),
      ...reasonRoutes(parts),
      ...couponOfficeRoutes(parts),
      ...settingRoutes(parts),
    ],
    inbox,
    sandbox,
    due: createDue(parts, { sandbox, payOut, small }),
    payOut,
    small,
    mount: (app) => mountProviders(app, { inbox, sandbox, clock: deps.time.clock }),
  };
}
