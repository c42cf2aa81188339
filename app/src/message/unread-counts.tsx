// Asks how much is unread when a member comes and after every lost connection; in between, pushes tell.
import { unreadContacts } from '@maru/contract/contact/calls';
import { unreadMessages } from '@maru/contract/message/calls';
import { useEffect } from 'react';
import { usePlatform } from '../shell/platform.tsx';

export function UnreadCounts() {
  const { call, connection, noteUnread } = usePlatform();
  useEffect(() => {
    let isLeft = false;
    async function ask() {
      const [messages, contacts] = await Promise.all([call(unreadMessages), call(unreadContacts)]);
      if (isLeft) return;
      if (messages.ok) noteUnread('MESSAGE', messages.reply.unread);
      if (contacts.ok) noteUnread('CONTACT', contacts.reply.unread);
    }
    void ask();
    const stop = connection.watch(() => {
      if (connection.get().kind === 'connected') void ask();
    });
    return () => {
      isLeft = true;
      stop();
    };
  }, [call, connection, noteUnread]);
  return null;
}
