// Which source of prices the configuration names.
import { BadSetting, type Config } from './config.ts';
import type { Database } from './db/database.ts';
import type { FeedChoice } from './feed/open-source.ts';
import { openSenderStore } from './feed/sender-store.ts';

/** `seedOf` finds the seed of the simulated prices where the configuration has none. */
export function feedChoice(
  config: Pick<Config, 'feed' | 'feedSeed' | 'feedSecret' | 'replayFile' | 'replaySpeed'>,
  database: Database,
  seedOf: () => string,
): FeedChoice {
  switch (config.feed) {
    case 'simulated':
      // With the seed anybody can compute tomorrow's prices: every installation has its own.
      return { feed: 'simulated', seed: config.feedSeed ?? seedOf() };
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

/** Several processes have no data folder in common, so their secrets are given to them. */
export function givenSecret(name: string, value: string | undefined): string {
  if (value === undefined)
    throw new BadSetting(`${name} must be given where the feed has a process of its own`);
  return value;
}
