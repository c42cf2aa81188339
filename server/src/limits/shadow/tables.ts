// The tables of players' own limits, which are written from the journal.
import type { Amount, Rate } from '@maru/engine/amount';
import type { PlayerId, SiteId } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import { column, nullable, table } from '../../shadow/table.ts';

const value = (name: string) => nullable(column.units<Amount>(name));
const moment = (name: string) => nullable(column.bigint<Millis>(name));

/** What is set. A pending moment without a value is the end of the limit. */
export const settings = table('player_limit', {
  player: column.bigint<PlayerId>('player_id'),
  shard: column.int(),
  site: column.bigint<SiteId>('site_id'),
  since: column.bigint<Millis>('since_ms'),
  loss: value('loss'),
  lossNext: value('loss_next'),
  lossFrom: moment('loss_next_ms'),
  stake: value('stake'),
  stakeNext: value('stake_next'),
  stakeFrom: moment('stake_next_ms'),
  deposit: value('deposit'),
  depositNext: value('deposit_next'),
  depositFrom: moment('deposit_next_ms'),
  minutes: value('minutes'),
  minutesNext: value('minutes_next'),
  minutesFrom: moment('minutes_next_ms'),
  coolOffUntil: moment('cool_off_until_ms'),
  excludedUntil: moment('excluded_until_ms'),
});

/** What is used of it, on the last day and in the last month in which something was. */
export const uses = table('player_limit_use', {
  player: column.bigint<PlayerId>('player_id'),
  shard: column.int(),
  day: column.int(),
  result: column.units<Amount>(),
  largest: column.units<Amount>(),
  used: column.int('minutes'),
  usedMinute: column.bigint('last_minute'),
  month: column.int(),
  deposited: column.units<Amount>(),
});

export const rates = table('limit_rate', {
  shard: column.int(),
  currency: column.text(),
  rate: column.units<Rate>(),
});
