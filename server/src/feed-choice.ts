// Which source of prices the configuration names.
import { loadOrCreateSecret } from './account/secrets.ts';
import type { Config } from './config.ts';
import type { Database } from './db/database.ts';
import type { FeedChoice } from './feed/open-source.ts';
import { openSenderStore } from './feed/sender-store.ts';

type Choosing = Pick<
  Config,
  'feed' | 'feedSeed' | 'feedSecret' | 'replayFile' | 'replaySpeed' | 'sharedFolder'
>;

export function feedChoice(config: Choosing, database: Database): FeedChoice {
  switch (config.feed) {
    case 'simulated':
      // With the seed anybody can compute tomorrow's prices: every installation has its own.
      return {
        feed: 'simulated',
        seed: config.feedSeed ?? loadOrCreateSecret(config.sharedFolder, 'feed-seed'),
      };
    case 'ccxt':
      return { feed: 'ccxt' };
    case 'push':
      return {
        feed: 'push',
        secret: config.feedSecret ?? '',
        senders: openSenderStore(database, config.feedSecret ?? ''),
      };
    case 'replay':
      return { feed: 'replay', path: config.replayFile ?? '', speed: config.replaySpeed };
  }
}

/** The same in every process of a platform. */
export const indexSecretOf = (config: Pick<Config, 'indexSecret' | 'sharedFolder'>): string =>
  config.indexSecret ?? loadOrCreateSecret(config.sharedFolder, 'index-secret');
