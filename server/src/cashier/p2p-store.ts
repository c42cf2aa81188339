// The conversations of P2P requests.
import type { PlayerId, SiteId } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import type { Tx } from '../db/database.ts';
import { insertRow } from '../db/insert-row.ts';

export interface P2pMessage {
  readonly id: number;
  readonly sender: 'PLAYER' | 'COUNTERPART' | 'STAFF';
  readonly text: string;
  readonly at: number;
}

const COLUMNS = 'id, sender, body as text, at_ms as at';

/** One request has no more than these: a list is never longer. */
const MOST_MESSAGES = 300;

/** Oldest first. */
export const listMessages = (tx: Tx, request: number, after = 0): Promise<readonly P2pMessage[]> =>
  tx.query<P2pMessage>(
    `select ${COLUMNS} from p2p_message where request_id = $1 and id > $2 order by id limit ${MOST_MESSAGES}`,
    [request, after],
  );

/** Undefined when the conversation is full. Messages of one request are added one after the other. */
export async function insertMessage(
  tx: Tx,
  message: Pick<P2pMessage, 'sender' | 'text'> & {
    readonly site: SiteId;
    readonly request: number;
    readonly player: PlayerId;
    readonly staff?: number;
    readonly now: Millis;
  },
): Promise<P2pMessage | undefined> {
  const { site, request, player, staff, sender, text, now } = message;
  await tx.query('select id from player where id = $1 for update', [player]);
  const [count] = await tx.query<{ total: number }>(
    'select count(*) as total from p2p_message where request_id = $1',
    [request],
  );
  if ((count?.total ?? 0) >= MOST_MESSAGES) return undefined;
  const [row] = await insertRow<P2pMessage>(
    tx,
    'p2p_message',
    {
      ...{ site_id: site, request_id: request, player_id: player, sender, staff_id: staff, body: text },
      at_ms: now,
    },
    `returning ${COLUMNS}`,
  );
  return row;
}
