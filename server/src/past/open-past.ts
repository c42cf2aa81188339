// Opens the time machine of accounts with what the platform has.
import type { Instrument } from '@maru/engine/market/instrument';
import type { Database } from '../db/database.ts';
import type { Desk } from '../desk/desk.ts';
import type { Route } from '../http/serve.ts';
import type { History } from '../market/history.ts';
import type { TickRecorder } from '../market/tick-recorder.ts';
import type { PastView } from '../product/server-product.ts';
import type { Rates } from '../rates/rates.ts';
import type { ShadowProduct } from '../shadow/shadow-product.ts';
import { createFoldAccount } from './fold-account.ts';
import { openFoldThread } from './fold-thread.ts';
import { createPastAccounts } from './past.ts';
import { createPricesThen } from './prices-then.ts';
import { pastRoutes } from './routes.ts';

export function openPast(parts: {
  readonly shard: number;
  readonly database: Database;
  /** In which temporary tables may be made. */
  readonly scratch: Database;
  readonly archiveFolder: string;
  readonly desk: Pick<Desk, 'caughtUp'>;
  readonly instruments: readonly Instrument[];
  readonly history: History;
  readonly recorder: Pick<TickRecorder, 'open'>;
  readonly rates: Rates;
  readonly products: readonly ShadowProduct[];
  readonly views: readonly PastView[];
}): { readonly routes: readonly Route[]; stop(): Promise<void> } {
  const thread = openFoldThread();
  const foldAccount = createFoldAccount({ ...parts, thread });
  const past = createPastAccounts({ ...parts, foldAccount, prices: createPricesThen(parts) });
  return { routes: pastRoutes(past), stop: thread.close };
}
