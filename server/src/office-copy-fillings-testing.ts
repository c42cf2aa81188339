// Copy trading of a year, for the plans of the office: two hundred traders, whom every member follows or followed.
import { FIRST_MEMBER, type Filling, type Sized } from './office-fillings-testing.ts';

const TRADERS = 200;
/** Far from the events of the platform: the auditor holds rows of its numbers against the journal, whatever their shard. */
const FIRST_COPY = 800_000_000;

export const copiesOf = ({ many, shard, site, members }: Sized): readonly Filling[] => {
  const trader = `${FIRST_MEMBER + members - TRADERS} + n % ${TRADERS}`;
  const of = { site_id: String(site), trader_id: trader };
  const id = `${FIRST_COPY} + n`;
  const copy = { ...of, follow_id: id, follower_id: 'member', option_id: '1', side: `'LONG'` };
  return [
    [
      'copy_application',
      many,
      {
        id: 'n',
        site_id: String(site),
        player_id: 'member',
        status: `case when n % 100 = 0 then 'WAITING' else 'REJECTED' end`,
        share_rate: '0.2',
        asked_ms: 'at_ms',
        decided_ms: 'case when n % 100 = 0 then null else at_ms end',
      },
    ],
    [
      'copy_trader',
      TRADERS,
      {
        player_id: trader,
        shard: String(shard),
        site_id: String(site),
        status: `case when n % 50 = 0 then 'DELETED' when n % 20 = 0 then 'OFF' else 'ACTIVE' end`,
        deleted_on: 'case when n % 50 = 0 then 20000 end',
        quota: '100',
        rate: '0.1',
        since_ms: 'at_ms',
      },
    ],
    ['copy_day', TRADERS * 20, { ...of, day: '20000 + n / 200', updated_ms: 'at_ms' }],
    [
      'copy_follow',
      many,
      {
        ...of,
        id,
        shard: String(shard),
        follower_id: 'member',
        state: `case when n % 4 = 0 then 'ACTIVE' else 'ENDED' end`,
        ended_ms: 'case when n % 4 = 0 then null else at_ms end',
        ended_by: `case when n % 4 = 0 then null else 'FOLLOWER' end`,
        waived: 'case when n % 4 = 0 then null else 0 end',
        used: '0',
        max_bet: '3000',
        one_max_bet: '1000',
        started_ms: 'at_ms',
      },
    ],
    [
      'copy_lead',
      many,
      {
        ...of,
        id,
        shard: String(shard),
        kind: `'OPEN'`,
        option_id: '1',
        closed_qty: '0',
        of_qty: '0',
        at_ms: 'at_ms',
      },
    ],
    ['copy_miss', many, { ...of, lead_id: id, reason: `'CAP'`, misses: '1', at_ms: 'at_ms' }],
    [
      'copy_record',
      many * 2,
      {
        ...copy,
        id,
        kind: `'OPEN'`,
        cause: `'MIRROR'`,
        lead_id: id,
        lead_price: '100',
        lead_ms: 'at_ms',
        reason: `case when n % 5 = 0 then 'CAP' end`,
        qty: 'case when n % 5 = 0 then null else 1 end',
        price: 'case when n % 5 = 0 then null else 100 end',
        fee: 'case when n % 5 = 0 then null else 0 end',
        net: 'case when n % 5 = 0 then null else 0 end',
        position_id: 'case when n % 5 = 0 then null else n end',
        at_ms: 'at_ms',
      },
    ],
  ];
};
