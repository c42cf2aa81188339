// One inquiry (picture 15b): the conversation, its pictures, and more questions.
import type { ReceivedReply } from '@maru/client/call';
import { formatClock, formatDateTime, formatDayOfYear, isSameDay } from '@maru/client/format-date';
import { contactEvidence, readContact, writeContact } from '@maru/contract/contact/calls';
import { useCallback, useEffect, useRef, useState } from 'react';
import { AttachedFiles, AttachedList } from '../file/attachments.tsx';
import { useWriteKey, useWriting, WritingLine } from '../file/writing.tsx';
import { saveFile } from '../receipt/save-file.ts';
import { LoadFailed } from '../shell/connection/load-failed.tsx';
import { useCall } from '../shell/connection/use-call.ts';
import { useAlerts } from '../shell/messages/alert.tsx';
import { usePlatform } from '../shell/platform.tsx';
import { useParams } from '../shell/routing/router.tsx';
import { contactWords } from '../text/contact.ts';
import { useLanguage, useWords } from '../text/language.tsx';
import { Button } from '../ui/buttons/button.tsx';
import { BrandMark } from '../ui/icons/brand-mark.tsx';
import { SkeletonRows } from '../ui/states/skeleton.tsx';
import { AboutCard } from './contact-create-screen.tsx';
import './contact-thread-screen.css';

type Thread = ReceivedReply<typeof readContact>;
type Entry = Thread['entries'][number];

const LONGEST = 2_000;

/** Reading marks its answers as read, so it is a call of its own and no cached answer. */
function useThread(id: number) {
  const { call, realtime, connection, noteUnread } = usePlatform();
  const [thread, setThread] = useState<Thread>();
  const [failed, setFailed] = useState<string>();
  const isLeft = useRef(false);
  const read = useCallback(async () => {
    const outcome = await call(readContact, { body: { id } });
    if (isLeft.current) return;
    if (outcome.ok) {
      setThread(outcome.reply);
      setFailed(undefined);
    } else setFailed(outcome.message);
  }, [call, id]);
  useEffect(() => {
    isLeft.current = false;
    void read();
    const stopPushes = realtime.followQueue('message', {
      // Only when there is something new: reading pushes the new number, too.
      onPush: ({ data }) => {
        noteUnread(data.kind, data.unread);
        if (data.kind === 'CONTACT' && data.unread > 0) void read();
      },
    });
    const stopWatching = connection.watch(() => {
      if (connection.get().kind === 'connected') void read();
    });
    return () => {
      isLeft.current = true;
      stopPushes();
      stopWatching();
    };
  }, [read, realtime, connection, noteUnread]);
  return { thread, failed, read, setThread };
}

export function ContactThreadScreen() {
  const words = useWords(contactWords);
  const id = Number(useParams()['id']);
  const { thread, failed, read, setThread } = useThread(id);
  if (thread === undefined) {
    return failed === undefined ? (
      <SkeletonRows count={4} height={72} />
    ) : (
      <LoadFailed title={words.failed} message={failed} onRetry={() => void read()} />
    );
  }
  const { inquiry, entries } = thread;
  return (
    <section className="contact-thread" aria-label={words.talk}>
      {inquiry.about !== null && <Evidence thread={thread} />}
      <ol className="contact-thread__entries" aria-live="polite">
        {entries.map((entry, index) => (
          <EntryItem key={entry.id} entry={entry} before={entries[index - 1]} after={entries[index + 1]} />
        ))}
      </ol>
      <p className="contact-thread__state text-caption">
        {inquiry.waitingSinceMillis === null
          ? words.reopen
          : words.waiting(formatDateTime(inquiry.waitingSinceMillis).slice(5))}
      </p>
      <Writing id={id} onSent={setThread} />
    </section>
  );
}

function Evidence({ thread: { inquiry } }: { readonly thread: Thread }) {
  const words = useWords(contactWords);
  const { busy, send } = useCall(contactEvidence);
  const alerts = useAlerts();
  if (inquiry.about === null) return null;
  const { kind, id } = inquiry.about;
  async function save() {
    const outcome = await send({ query: { id: inquiry.id } });
    if (outcome === undefined) return;
    if (!outcome.ok) return alerts.show(outcome.message);
    saveFile(`${kind}-${id}.json`, new Blob([outcome.reply.json], { type: 'application/json' }));
  }
  return (
    <div className="contact-thread__about">
      <AboutCard kind={kind} id={id} />
      <Button kind="line" size="small" busy={busy} onPress={() => void save()}>
        {words.saveEvidence}
      </Button>
    </div>
  );
}

interface EntryProps {
  readonly entry: Entry;
  readonly before: Entry | undefined;
  readonly after: Entry | undefined;
}

/** The name is above the first of several answers, the time below the last. */
function EntryItem({ entry, before, after }: EntryProps) {
  const words = useWords(contactWords);
  const { language } = useLanguage();
  const { from, text, files, atMillis, isSeen } = entry;
  const isMine = from === 'MEMBER';
  const isNewDay = before === undefined || !isSameDay(before.atMillis, atMillis);
  const isFirst = isNewDay || before.from !== from;
  const isLast = after?.from !== from || !isSameDay(after.atMillis, atMillis);
  return (
    <li className={isMine ? 'contact-entry contact-entry--mine' : 'contact-entry'}>
      {isNewDay && <p className="contact-entry__day text-caption">{formatDayOfYear(atMillis, language)}</p>}
      {!isMine && isFirst && (
        <p className="contact-entry__who">
          <span className="contact-entry__mark" aria-hidden="true">
            <BrandMark size={20} />
          </span>
          {words.center}
        </p>
      )}
      <div className="contact-entry__bubble">
        {isMine && <span className="unseen">{words.me}: </span>}
        <p className="contact-entry__text">{text}</p>
        <AttachedFiles files={files} />
      </div>
      {isLast && (
        <p className="contact-entry__time text-micro figure">
          {formatClock(atMillis)}
          {isMine && isSeen && ` · ${words.seen}`}
        </p>
      )}
    </li>
  );
}

function Writing({ id, onSent }: { readonly id: number; readonly onSent: (thread: Thread) => void }) {
  const words = useWords(contactWords);
  const { busy, send } = useCall(writeContact);
  const writeKey = useWriteKey();
  const writing = useWriting({
    ...{ busy, needsText: true },
    async send(written) {
      const outcome = await send({ body: { id, ...written, writeKey: writeKey.of(written) } });
      if (outcome?.ok === true) {
        writeKey.end();
        onSent(outcome.reply);
      }
      return outcome && (outcome.ok ? 'SENT' : { refused: outcome.message });
    },
  });
  return (
    <form className="contact-thread__write" onSubmit={writing.submit}>
      <AttachedList attaching={writing.attaching} />
      <p className="contact-thread__refused text-caption" aria-live="polite">
        {writing.refused}
      </p>
      <div className="contact-thread__line">
        <WritingLine writing={writing} longest={LONGEST} words={words} />
      </div>
    </form>
  );
}
