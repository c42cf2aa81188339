// Opens the sites and the accounts on them, with those that a first start creates.
import { PLATFORM_SHARD } from '@maru/engine/shard';
import { HOUR_MS } from '@maru/engine/time';
import { familyOf } from './account/authenticator.ts';
import type { AccountDeps } from './account/deps.ts';
import { writeFirstPassword } from './account/first-passwords.ts';
import type { SeededPerson } from './account/first-start.ts';
import { type Accounts, openAccounts } from './account/open-accounts.ts';
import { loadOrCreateSecret, loadSecrets } from './account/secrets.ts';
import type { Config } from './config.ts';
import type { Database } from './db/database.ts';
import type { Log } from './log/log.ts';
import type { ReleasingDesk } from './open-releasing-desk.ts';
import { clock } from './process-time.ts';
import type { Realtime } from './realtime/realtime.ts';
import { seedSite } from './site/first-start.ts';
import { openSites, type Sites } from './site/sites.ts';

export interface People {
  readonly sites: Sites;
  readonly accounts: Accounts;
  readonly created: readonly SeededPerson[];
  close(): Promise<void>;
}

export async function openPeople({
  shard,
  config,
  database,
  reads,
  opened: { desk, release },
  realtime,
  trials,
  paces,
  log,
}: {
  readonly shard: number;
  readonly config: Config;
  readonly database: Database;
  /** The same tables through the lane of the HTTP calls. */
  readonly reads: Database;
  readonly opened: ReleasingDesk;
  readonly realtime: Pick<Realtime, 'recheck'>;
  readonly trials: AccountDeps['trials'];
  readonly paces: 'OFF' | undefined;
  readonly log: Log;
}): Promise<People> {
  await seedSite(database, config.moneyMode);
  const sites = await openSites(database, shard);
  const accounts = await openAccounts({
    shard,
    database: reads,
    desk,
    siteTerms: (site) => sites.byId(site),
    secrets: loadSecrets({ secret: config.tokenSecret, dataDirectory: config.sharedFolder }),
    factorSecret: loadOrCreateSecret(config.sharedFolder, 'factor-key'),
    forceLogout: ({ player, exceptFamily }) =>
      realtime.recheck(
        player,
        (principal) => exceptFamily !== undefined && familyOf(principal) === exceptFamily,
      ),
    log,
    clock,
    trials,
    signUpsPerHour: paces ?? config.signUpsPerHour,
    highestPlayer: desk.highestPlayer(),
  });
  release.join(accounts);
  const created = await finishAndSeed().catch(async (fault: unknown) => {
    await accounts.close();
    throw fault;
  });
  const forgetting = setInterval(() => {
    accounts
      .finishBegun()
      .then(() => (shard === PLATFORM_SHARD ? accounts.forgetOld() : undefined))
      .catch((fault: unknown) =>
        log.warn('deleting expired sessions failed, retrying in an hour', { error: fault }),
      );
  }, HOUR_MS);
  return {
    sites,
    accounts,
    created,
    async close() {
      clearInterval(forgetting);
      await accounts.close();
    },
  };

  async function finishAndSeed(): Promise<readonly SeededPerson[]> {
    await accounts.finishBegun();
    return seedPeople();
  }

  async function seedPeople(): Promise<readonly SeededPerson[]> {
    const [site] = sites.all();
    if (site === undefined) return [];
    const seeded = await accounts.seedFirstStart({
      site: site.id,
      now: clock(),
      savePassword: (made) => writeFirstPassword(config.dataFolder, made),
      demoPassword: config.demoPassword,
      operatorPassword: config.operatorPassword,
      approverPassword: config.approverPassword,
      partnerPassword: config.partnerPassword,
    });
    return seeded.created;
  }
}
