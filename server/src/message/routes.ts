import {
  deleteMessage,
  messageList,
  readAllMessages,
  readMessage,
  unreadMessages,
} from '@maru/contract/message/calls';
import type { Millis } from '@maru/engine/time';
import type { Tx } from '../db/database.ts';
import { pageReply } from '../http/paging.ts';
import { type Principal, type Route, serve } from '../http/serve.ts';
import { countUnread, listMessages, markAllRead, markRead, removeMessage } from './store.ts';
import { type MessageParts, unreadPush } from './tell.ts';

const NOT_FOUND = { ok: false, refusal: 'NOT_FOUND' } as const;

export function messageRoutes({ database, push }: MessageParts): readonly Route[] {
  /** Other devices of the member show the new number too. False: there is no such letter. */
  async function change(who: Principal, now: Millis, work: (tx: Tx) => Promise<boolean>) {
    const unread = await database.transaction(async (tx) =>
      (await work(tx)) ? countUnread(tx, who) : undefined,
    );
    if (unread === undefined) return NOT_FOUND;
    push(who.player, unreadPush(unread, now));
    return { ok: true, reply: { unread } } as const;
  }

  return [
    serve(messageList, async ({ query, principal, language }) => {
      const { page, size, isReadStrs, playerId } = query;
      if (playerId !== undefined && playerId !== principal.player)
        return { ok: false, refusal: 'FORBIDDEN', field: 'playerId' };
      const wanted = new Set(isReadStrs);
      const isRead = wanted.size === 1 ? wanted.has('1') : undefined;
      const asked = { language, isRead, offset: page * size, limit: size };
      const { rows, total } = await database.transaction((tx) => listMessages(tx, principal, asked));
      const content = rows.map(({ readAt, createdAt, ...rest }) => ({
        ...rest,
        isRead: readAt === null ? (0 as const) : (1 as const),
        createdMillis: createdAt,
      }));
      return { ok: true, reply: pageReply(content, { page, size, total }) };
    }),
    serve(unreadMessages, async ({ principal }) => {
      const unread = await database.transaction((tx) => countUnread(tx, principal));
      return { ok: true, reply: { unread } };
    }),
    serve(readAllMessages, ({ principal, now }) =>
      change(principal, now, async (tx) => {
        await markAllRead(tx, principal, now);
        return true;
      }),
    ),
    serve(readMessage, ({ body, principal, now }) =>
      change(principal, now, (tx) => markRead(tx, principal, body.id, now)),
    ),
    serve(deleteMessage, ({ body, principal, now }) =>
      change(principal, now, (tx) => removeMessage(tx, principal, body.id)),
    ),
  ];
}
