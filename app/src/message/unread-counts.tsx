// Asks how much is unread when a member comes and after every lost connection; in between, pushes tell. An answer that
// may be older than a push is asked for again.
import { unreadContacts } from '@maru/contract/contact/calls';
import { unreadNotices } from '@maru/contract/content/notice';
import { unreadMessages } from '@maru/contract/message/calls';
import { useEffect } from 'react';
import { usePlatform } from '../shell/platform.tsx';

export function UnreadCounts() {
  const { call, connection, realtime, noteUnread } = usePlatform();
  useEffect(() => {
    let isLeft = false;
    let pushes = 0;
    async function ask(): Promise<void> {
      const before = pushes;
      const [messages, contacts, notices] = await Promise.all([
        call(unreadMessages),
        call(unreadContacts),
        call(unreadNotices),
      ]);
      if (isLeft) return;
      if (pushes !== before) return ask();
      if (messages.ok) noteUnread('MESSAGE', messages.reply.unread);
      if (contacts.ok) noteUnread('CONTACT', contacts.reply.unread);
      if (notices.ok) noteUnread('NOTICE', notices.reply.unread);
    }
    void ask();
    const stops = [
      connection.watch(() => {
        if (connection.get().kind === 'connected') void ask();
      }),
      realtime.followQueue('message', {
        onPush() {
          pushes++;
        },
      }),
    ];
    return () => {
      isLeft = true;
      for (const stop of stops) stop();
    };
  }, [call, connection, realtime, noteUnread]);
  return null;
}
