import { tradeOptions, type WireBinaryOption } from '@maru/contract/market';
import { rate } from '@maru/engine/amount';
import { siteId } from '@maru/engine/purse';
import { millis } from '@maru/engine/time';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestDatabase, testDatabases } from '../db/testing.ts';
import { serve } from '../http/serve.ts';
import { bitcoin } from '../market/testing.ts';
import type { BinarySite } from './deps.ts';
import { openHalts } from './halts.ts';
import { listOptions } from './options.ts';
import { openSettings, type Settings } from './settings.ts';
import { withTerms } from './shown-options.ts';

const SITE = siteId(1);
const site: BinarySite = {
  id: SITE,
  moneyMode: 'PRACTICE',
  binaryCurrency: 'KRW',
  features: { binary: true, powerBall: true },
  wallets: [],
};
const options = listOptions([{ ...bitcoin, offers: { ...bitcoin.offers, binary: ['R1', 'B1', 'P1'] } }]);

/** As the market lists them: it does not know what a hit pays. */
const listed = options.all.map(({ id, type }) => ({ id, type, rate: null, isStop: 0 }) as WireBinaryOption);

describe.each(testDatabases)('on $name', ({ open }) => {
  let store: TestDatabase;
  let settings: Settings;
  let list: () => Promise<readonly WireBinaryOption[]>;
  beforeAll(async () => {
    store = await open();
    await store.database.transaction((tx) =>
      tx.query(
        `insert into site (code, name, used_coins, binary_currency, type) values ('one', 'One', 'BINARY', 'KRW', '101111')`,
      ),
    );
    settings = await openSettings(store.database);
    const halts = await openHalts(store.database);
    const [route] = withTerms([serve(tradeOptions, async () => ({ ok: true, reply: listed }))], {
      options,
      halts,
      settings,
      sites: { all: () => [site], byId: (id) => (id === SITE ? site : undefined) },
    });
    list = async () => {
      const answer = await route!.handle({ site: SITE } as never);
      return answer.ok ? (answer.reply as readonly WireBinaryOption[]) : [];
    };
  });
  afterAll(() => store.drop());

  const rates = async () => (await list()).map(({ type, rate: pays }) => [type, pays]);

  test('every option says what a hit pays, as its terms do, and balls have odds instead', async () => {
    expect(await rates()).toEqual([
      ['R1', '0.87'],
      ['B1', '0.9'],
      ['P1', null],
    ]);
    const changed = await settings.change(
      site,
      options.all[0]!,
      { rate: rate('0.8') },
      { staff: 4, now: millis(1), reason: '행사' },
    );
    expect(changed).toBeUndefined();
    expect((await rates())[0]).toEqual(['R1', '0.8']);
  });
});
