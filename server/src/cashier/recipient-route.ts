// Whom a transfer would go to. It answers as the transfer itself would: who may not receive is like nobody.
import { transferRecipient } from '@maru/contract/cashier/calls';
import { BEHIND } from '../desk/table-answer.ts';
import { type Route, serve } from '../http/serve.ts';
import type { CashierParts } from './deps.ts';
import { findMemberByName } from './member-store.ts';
import { readMayReceive } from './reads.ts';

export function recipientRoute({ desk, database, sites }: CashierParts): Route {
  return serve(transferRecipient, async ({ query, principal: { site, player } }) => {
    if (sites.byId(site)?.money.toMembers !== true) return { ok: false, refusal: 'TRANSFER_NOT_ALLOWED' };
    const member = await database.transaction((tx) => findMemberByName(tx, site, query.username));
    if (member === undefined) return { ok: false, refusal: 'RECIPIENT_NOT_FOUND' };
    if (member.id === player) return { ok: false, refusal: 'SAME_WALLET' };
    const read = await desk.read(readMayReceive, { sender: player, recipient: member.id });
    if (read === undefined) return BEHIND;
    if (!read.seen) return { ok: false, refusal: 'RECIPIENT_NOT_FOUND' };
    return { ok: true, reply: { username: member.username, nick: member.nick } };
  });
}
