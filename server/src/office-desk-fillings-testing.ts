// What staff write and what is written to them, of a database as the office meets it after a year.
import { type Filling, ofMember, type Sized } from './office-fillings-testing.ts';

export const deskOf = ({ many, site, staff }: Sized): readonly Filling[] => [
  [
    'contact',
    many,
    {
      ...ofMember(site),
      title: `'입금이 늦습니다'`,
      status: `case when n % 50 = 0 then 'OPEN' else 'ANSWERED' end`,
      created_ms: 'at_ms',
      updated_ms: 'at_ms',
      waiting_since_ms: `case when n % 50 = 0 then at_ms end`,
      entries: '2',
    },
  ],
  [
    'contact_entry',
    many * 2,
    { contact_id: '1 + n / 2', sender: `'PLAYER'`, staff_id: 'null', body: `'안녕하세요'`, at_ms: 'at_ms' },
  ],
  [
    'member_note',
    many,
    { player_id: 'member', site_id: String(site), staff_id: String(staff), text: `'확인함'`, at_ms: 'at_ms' },
  ],
  [
    'message_batch',
    many,
    {
      site_id: String(site),
      staff_id: String(staff),
      kind: `'NOTICE'`,
      created_ms: 'at_ms',
      done_ms: 'at_ms',
    },
  ],
  [
    'risk_alert',
    many,
    {
      ...{ site_id: String(site), rule: `'netTotal'`, subject: 'n::text', level: `'NEAR'` },
      ...{ fired_ms: 'at_ms', cleared_ms: 'at_ms' },
      acknowledged_by: `case when n % 100 = 0 then null else ${staff} end`,
      acknowledged_ms: 'case when n % 100 = 0 then null else at_ms end',
    },
  ],
  ['message', many, { ...ofMember(site), kind: `'NOTICE'`, created_ms: 'at_ms', is_told: 'true' }],
  [
    'outbox',
    many,
    {
      site_id: String(site),
      channel: `'SMS'`,
      recipient: `'0101234' || lpad((n % 10000)::text, 4, '0')`,
      kind: `'CODE'`,
      language: `'ko'`,
      created_at: 'at',
    },
  ],
  [
    'staff_change',
    many,
    {
      at: 'at',
      site_id: String(site),
      area: `(array['CASHIER','CONTENT','MESSAGE','SECURITY'])[1 + n % 4]`,
      subject: `'player ' || member`,
      before: `'null'`,
      after: `'{}'`,
      number: '1000000 + n',
      previous: 'md5(n::text)',
      hash: 'md5((n + 1)::text)',
      staff_id: String(staff),
    },
  ],
  [
    'staff_request',
    many,
    {
      site_id: String(site),
      kind: `'COUPON'`,
      subject: `'request ' || n`,
      body: `'{}'`,
      requested_by: String(staff),
      requested_ms: 'at_ms',
      approved_by: `${staff} + 1`,
      approved_ms: 'at_ms',
      outcome: `'DONE'`,
    },
  ],
  [
    'fairness_incident',
    many,
    {
      site_id: String(site),
      kind: `'OTHER'`,
      is_detected: 'false',
      started_ms: 'at_ms',
      ended_ms: 'at_ms',
      updated_ms: 'at_ms',
    },
  ],
];
