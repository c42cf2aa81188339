// The member's letters (picture 35): opened by a tap, deleted by a swipe or the button behind it.
import type { ReceivedReply } from '@maru/client/call';
import { formatClock, formatDate, isSameDay } from '@maru/client/format-date';
import type { Patches } from '@maru/client/live';
import { deleteMessage, messageList, readAllMessages, readMessage } from '@maru/contract/message/calls';
import { useState } from 'react';
import { PagedList } from '../receipt/paged-list.tsx';
import { usePages } from '../receipt/use-pages.ts';
import { useCall } from '../shell/connection/use-call.ts';
import { HeaderEnd } from '../shell/layouts/header-end.tsx';
import { useAlerts } from '../shell/messages/alert.tsx';
import { useToasts } from '../shell/messages/toasts.tsx';
import { usePlatform, useWatched } from '../shell/platform.tsx';
import { useNavigate } from '../shell/routing/router.tsx';
import { useWords } from '../text/language.tsx';
import { messageWords } from '../text/message.ts';
import { IconButton } from '../ui/buttons/button.tsx';
import { Chip, ChipRow } from '../ui/buttons/chip.tsx';
import { countText } from '../ui/figures/count-badge.tsx';
import { UnreadDot } from '../ui/figures/unread-dot.tsx';
import { Icon } from '../ui/icons/icon.tsx';
import type { IconName } from '../ui/icons/icons.ts';
import { BottomSheet } from '../ui/overlays/bottom-sheet.tsx';
import { MenuSheet } from '../ui/overlays/menu-sheet.tsx';
import { Tile } from '../ui/rows/tile.tsx';
import { StatePanel } from '../ui/states/state-panel.tsx';
import './message-screen.css';

type Message = ReceivedReply<typeof messageList>['content'][number];

const icons: Record<Message['kind'], IconName> = {
  NOTICE: 'megaphone',
  SECURITY: 'shield',
  COPY: 'users',
  COUPON: 'gift',
  DNW: 'bank',
  TERMS: 'document',
};

/** Letters came, or were read or deleted on another device. */
const patches: Patches<readonly Message[]> = {
  queue: { message: (known, { data }) => (data.kind === 'MESSAGE' ? undefined : known) },
};

export function MessageScreen() {
  const words = useWords(messageWords);
  const { clock, unread, noteUnread } = usePlatform();
  const navigate = useNavigate();
  const alerts = useAlerts();
  const toasts = useToasts();
  const [filter, setFilter] = useState<'all' | 'unread'>('all');
  const [opened, setOpened] = useState<Message>();
  const [isMenuOpen, setMenuOpen] = useState(false);
  const [now] = useState(() => clock.now());
  const count = useWatched(unread)['MESSAGE'] ?? 0;
  const query: Readonly<Record<string, string>> = filter === 'all' ? {} : { isReadStrs: '0' };
  const pages = usePages<Message, typeof messageList>(messageList, query, patches);
  const reading = useCall(readMessage);
  const readingAll = useCall(readAllMessages);
  const removing = useCall(deleteMessage);

  function show(message: Message) {
    if (message.isRead === 0) {
      void reading.send({ body: { id: message.id } }).then((outcome) => {
        if (outcome?.ok !== true) return;
        noteUnread('MESSAGE', outcome.reply.unread);
        pages.reload();
      });
    }
    if (message.link === null) setOpened(message);
    else void navigate({ to: message.link });
  }

  async function readAll() {
    setMenuOpen(false);
    const outcome = await readingAll.send({ body: {} });
    if (outcome === undefined) return;
    if (!outcome.ok) return alerts.show(outcome.message);
    noteUnread('MESSAGE', outcome.reply.unread);
    pages.reload();
  }

  async function remove({ id }: Message) {
    const outcome = await removing.send({ body: { id } });
    if (outcome === undefined) return;
    // One that another device deleted is gone as well.
    if (!outcome.ok && outcome.code !== 'NOT_FOUND') return alerts.show(outcome.message);
    if (outcome.ok) noteUnread('MESSAGE', outcome.reply.unread);
    toasts.show({ kind: 'general', title: words.removed });
    pages.reload();
  }

  return (
    <section className="messages" aria-label={words.filterBy}>
      <HeaderEnd>
        <IconButton icon="dots" label={words.more} onPress={() => setMenuOpen(true)} />
      </HeaderEnd>
      <div className="messages__head">
        <ChipRow label={words.filterBy}>
          <Chip pressed={filter === 'all'} onPress={() => setFilter('all')}>
            {words.all}
          </Chip>
          <Chip pressed={filter === 'unread'} onPress={() => setFilter('unread')}>
            {words.unread}
            {count > 0 && <b className="messages__count figure">{countText(count)}</b>}
          </Chip>
        </ChipRow>
        <button type="button" className="messages__all text-caption" onClick={() => void readAll()}>
          <Icon name="check" size={16} weight={2} />
          {words.readAll}
        </button>
      </div>
      <PagedList
        pages={pages}
        skeleton={{ count: 6, height: 72 }}
        failedTitle={words.failed}
        saysEnd={false}
        empty={
          <StatePanel
            kind="empty"
            title={filter === 'all' ? words.empty : words.noUnread}
            sentence={words.emptyLead}
          />
        }
      >
        <ul className="messages__list">
          {pages.items.map((message) => (
            <Row
              key={message.id}
              message={message}
              now={now}
              onOpen={() => show(message)}
              onRemove={() => void remove(message)}
            />
          ))}
        </ul>
      </PagedList>
      <p className="messages__kept text-caption">{words.kept}</p>
      <BottomSheet
        open={opened !== undefined}
        onClose={() => setOpened(undefined)}
        title={opened?.title ?? ''}
        closeLabel={words.close}
      >
        <p className="messages__content">{opened?.content}</p>
      </BottomSheet>
      <MenuSheet
        open={isMenuOpen}
        onClose={() => setMenuOpen(false)}
        title={words.more}
        closeLabel={words.close}
        choices={[
          { key: 'read', label: words.readAll },
          { key: 'contact', label: words.contact },
        ]}
        onChoose={(key) => (key === 'read' ? void readAll() : void navigate({ to: '/more/contact' }))}
      />
    </section>
  );
}

interface RowProps {
  readonly message: Message;
  readonly now: number;
  readonly onOpen: () => void;
  readonly onRemove: () => void;
}

/** Scrolls sideways to the button behind it, by a finger or by the keyboard's focus. */
function Row({ message, now, onOpen, onRemove }: RowProps) {
  const words = useWords(messageWords);
  const { kind, title, content, isRead, createdMillis } = message;
  const time = isSameDay(createdMillis, now)
    ? formatClock(createdMillis)
    : formatDate(createdMillis).slice(5);
  return (
    <li className="message-row">
      <button type="button" className="message-row__face" onClick={onOpen}>
        <Tile shape="round">
          <Icon name={icons[kind]} size={20} />
        </Tile>
        <span className="message-row__words">
          <span className="message-row__title text-cut">
            {isRead === 0 && <UnreadDot label={words.isUnread} />}
            {title}
          </span>
          <span className="message-row__line text-caption text-cut">
            {words.kinds[kind]} · {content}
          </span>
        </span>
        <span className="message-row__time text-caption figure">{time}</span>
      </button>
      <button
        type="button"
        className="message-row__remove"
        aria-label={`${words.remove} ${title}`}
        onClick={onRemove}
      >
        <Icon name="trash" size={20} />
        {words.remove}
      </button>
    </li>
  );
}
