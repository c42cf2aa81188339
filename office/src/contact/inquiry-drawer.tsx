// One inquiry: the conversation, what it is about, notes among staff, and the answer.
import type { ReceivedReply } from '@maru/client/call';
import { officeCloseContact, officeReadContact } from '@maru/contract/contact/calls';
import { contactDesk, reopenContact } from '@maru/contract/contact/desk';
import { useEffect, useState } from 'react';
import { Button } from '../parts/button.tsx';
import { ReasonDialog } from '../parts/dialogs.tsx';
import { Tag } from '../parts/facts.tsx';
import { minuteOf } from '../parts/moments.ts';
import { Drawer, DrawerSection } from '../parts/panel.tsx';
import { StoredPictures } from '../parts/stored-pictures.tsx';
import { useMay, useOffice } from '../shell/office-context.tsx';
import { useAct } from '../shell/use-act.ts';
import { useRead } from '../shell/use-read.ts';
import { words } from '../text/contact.ts';
import { words as shell } from '../text/shell.ts';
import { Answer } from './answer.tsx';
import { Evidence } from './evidence.tsx';
import './inquiries.css';
import { Notes } from './notes.tsx';

type Thread = ReceivedReply<typeof officeReadContact>;

interface Props {
  readonly id: number;
  readonly onClose: () => void;
  readonly onChanged: () => void;
}

export function InquiryDrawer({ id, onClose, onChanged }: Props) {
  const office = useOffice();
  const may = useMay();
  const [thread, setThread] = useState<Thread>();
  const [ending, setEnding] = useState<'CLOSE' | 'REOPEN'>();
  const read = useAct(officeReadContact).act;
  const close = useAct(officeCloseContact);
  const reopen = useAct(reopenContact);
  const desk = useRead(contactDesk, { id });

  useEffect(() => {
    void read({ id }).then((outcome) => outcome.ok && setThread(outcome.reply));
  }, [read, id]);

  async function end(reason: string): Promise<void> {
    const outcome = ending === 'CLOSE' ? await close.act({ id, reason }) : await reopen.act({ id, reason });
    if (!outcome.ok) return;
    office.toast('good', ending === 'CLOSE' ? words.closed : words.reopened);
    setEnding(undefined);
    const again = await read({ id });
    if (again.ok) setThread(again.reply);
    onChanged();
  }
  if (thread === undefined) {
    return (
      <Drawer label={words.title} head={null} onClose={onClose}>
        <p role="status">{shell.loading}</p>
      </Drawer>
    );
  }
  const { inquiry, entries } = thread;
  const next = inquiry.status === 'CLOSED' ? 'REOPEN' : 'CLOSE';
  return (
    <Drawer
      label={`${words.title} ${inquiry.username}`}
      onClose={onClose}
      head={
        <span className="text-stack">
          <b>{inquiry.title}</b>
          <span>
            {inquiry.username} · {inquiry.nick} <Tag>{words.status[inquiry.status]}</Tag>
          </span>
        </span>
      }
      actions={
        <>
          {may('MEMBER_READ') && (
            <Button icon="user" onPress={() => office.place.go(`/members?id=${inquiry.playerId}`)}>
              {words.openMember}
            </Button>
          )}
          {may('SUPPORT_ANSWER') && (
            <Button onPress={() => setEnding(next)}>{next === 'CLOSE' ? words.close : words.reopen}</Button>
          )}
        </>
      }
    >
      <DrawerSection title={words.talk} count={entries.length}>
        {entries.map(({ id: entry, from, text, atMillis, isSeen, files }) => (
          <article key={entry} className={`talk talk--${from === 'STAFF' ? 'staff' : 'member'}`}>
            <p className="talk__text">{text}</p>
            <p className="talk__by">
              {from === 'STAFF' ? words.staff : inquiry.nick} · {minuteOf(atMillis)}
              {isSeen && ` · ${words.read}`}
            </p>
            <StoredPictures files={files} />
          </article>
        ))}
      </DrawerSection>
      {inquiry.about !== null && <Evidence id={id} />}
      {may('SUPPORT_ANSWER') && (
        <Answer
          id={id}
          member={desk.data?.member}
          onAnswered={(answered) => {
            setThread(answered);
            onChanged();
          }}
        />
      )}
      <Notes id={id} desk={desk} />
      {ending !== undefined && (
        <ReasonDialog
          open
          title={ending === 'CLOSE' ? words.close : words.reopen}
          confirm={ending === 'CLOSE' ? words.close : words.reopen}
          busy={close.isBusy || reopen.isBusy}
          onClose={() => setEnding(undefined)}
          onConfirm={(reason) => void end(reason)}
        />
      )}
    </Drawer>
  );
}
