// Members at providers, and the reports of providers: each is stored once, for ever.
import type { PlayerId, SiteId } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import type { Tx } from '../../db/database.ts';
import { insertRow } from '../../db/insert-row.ts';
import type { ProviderMember } from './provider.ts';

const MEMBER = 'provider, player_id as player, site_id as site, member';

export async function findProviderMember(
  tx: Tx,
  provider: string,
  player: PlayerId,
): Promise<ProviderMember | undefined> {
  const [row] = await tx.query<ProviderMember>(
    `select ${MEMBER} from provider_member where provider = $1 and player_id = $2`,
    [provider, player],
  );
  return row;
}

export async function findPlayerOfMember(
  tx: Tx,
  provider: string,
  member: string,
): Promise<ProviderMember | undefined> {
  const [row] = await tx.query<ProviderMember>(
    `select ${MEMBER} from provider_member where provider = $1 and member = $2`,
    [provider, member],
  );
  return row;
}

/** The first registration stands. */
export async function ensureProviderMember(
  tx: Tx,
  of: {
    readonly provider: string;
    readonly player: PlayerId;
    readonly site: SiteId;
    readonly member: string;
    readonly alias: string;
    readonly now: Millis;
  },
): Promise<ProviderMember> {
  const { provider, player, site, member, alias, now } = of;
  const row = { provider, player_id: player, site_id: site, member, alias, created_ms: now };
  await insertRow(tx, 'provider_member', row, 'on conflict (provider, player_id) do nothing');
  return (await findProviderMember(tx, provider, player)) as ProviderMember;
}

export interface StoredReport {
  readonly id: number;
  readonly provider: string;
  readonly external: string;
  readonly step: string;
  readonly body: string;
  readonly receivedAt: Millis;
  readonly outcome: string | null;
  readonly times: number;
}

const REPORT = `id, provider, external_id as external, step, body, received_ms as "receivedAt", outcome, times`;

/** The report as it came first; `times` says how often it came. */
export async function insertReport(
  tx: Tx,
  report: Pick<StoredReport, 'provider' | 'external' | 'step' | 'body' | 'receivedAt'>,
): Promise<StoredReport> {
  const [row] = await insertRow<StoredReport>(
    tx,
    'provider_callback',
    {
      provider: report.provider,
      external_id: report.external,
      step: report.step,
      body: report.body,
      received_ms: report.receivedAt,
    },
    `on conflict on constraint a_report_counts_once
     do update set times = provider_callback.times + 1
     returning ${REPORT}`,
  );
  return row as StoredReport;
}

export const listWaitingReports = (
  tx: Tx,
  { after, most }: { readonly after: number; readonly most: number },
): Promise<readonly StoredReport[]> =>
  tx.query<StoredReport>(
    `select ${REPORT} from provider_callback where outcome is null and id > $1 order by id limit $2`,
    [after, most],
  );

/** The first outcome stands. */
export async function noteReportOutcome(tx: Tx, id: number, outcome: string): Promise<void> {
  await tx.query('update provider_callback set outcome = $2 where id = $1 and outcome is null', [
    id,
    outcome,
  ]);
}
