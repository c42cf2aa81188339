// One inquiry: the conversation, what it is about, notes among staff, and the answer.
import type { ReceivedReply } from '@maru/client/call';
import { officeAnswerContact, officeCloseContact, officeReadContact } from '@maru/contract/contact/calls';
import {
  assignContact,
  contactDesk,
  contactTools,
  noteContact,
  reopenContact,
  saveContactTemplate,
} from '@maru/contract/contact/desk';
import { useEffect, useState } from 'react';
import { Button } from '../parts/button.tsx';
import { ConfirmDialog, ReasonDialog } from '../parts/dialogs.tsx';
import { Tag } from '../parts/facts.tsx';
import { Field, Select, TextArea } from '../parts/form.tsx';
import { minuteOf } from '../parts/moments.ts';
import { Drawer, DrawerSection } from '../parts/panel.tsx';
import { useMay, useOffice } from '../shell/office-context.tsx';
import { useAct } from '../shell/use-act.ts';
import { useRead } from '../shell/use-read.ts';
import { words } from '../text/contact.ts';
import { words as shell } from '../text/shell.ts';
import { filled } from './blanks.ts';
import { Evidence } from './evidence.tsx';
import './inquiries.css';

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
              {files.length > 0 && ` · ${words.files(files.length)}`}
            </p>
          </article>
        ))}
      </DrawerSection>
      {inquiry.about !== null && <Evidence id={id} />}
      <Work
        id={id}
        onAnswered={(answered) => {
          setThread(answered);
          onChanged();
        }}
      />
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

/** What staff do among themselves, and the answer. */
function Work({ id, onAnswered }: { readonly id: number; readonly onAnswered: (thread: Thread) => void }) {
  const office = useOffice();
  const may = useMay();
  const desk = useRead(contactDesk, { id });
  const tools = useRead(contactTools, {});
  const assign = useAct(assignContact);
  const note = useAct(noteContact);
  const answer = useAct(officeAnswerContact);
  const [noted, setNoted] = useState('');
  const [text, setText] = useState('');
  const [isSaving, setSaving] = useState(false);
  const templates = tools.data?.templates ?? [];

  async function addNote(): Promise<void> {
    const outcome = await note.act({ id, text: noted.trim() });
    if (!outcome.ok) return;
    setNoted('');
    await desk.reload();
  }
  async function send(): Promise<void> {
    const outcome = await answer.act({ id, text: text.trim() });
    if (!outcome.ok) return;
    office.toast('good', words.sent);
    setText('');
    onAnswered(outcome.reply);
  }
  function use(chosen: string): void {
    const template = templates.find((each) => String(each.id) === chosen);
    if (template !== undefined && desk.data !== undefined) setText(filled(template.text, desk.data.member));
  }
  const notes = desk.data?.notes ?? [];
  return (
    <>
      {may('SUPPORT_ANSWER') && (
        <DrawerSection title={words.answer}>
          <Select
            label={words.template}
            value=""
            choices={[
              { value: '', label: words.noTemplate },
              ...templates.map((each) => ({ value: String(each.id), label: each.name })),
            ]}
            onChange={use}
          />
          <TextArea label={words.answer} rows={5} maxLength={2_000} value={text} onChange={setText} />
          <p className="talk__buttons">
            <Button disabled={text.trim() === ''} onPress={() => setSaving(true)}>
              {words.saveTemplate}
            </Button>
            <Button
              kind="primary"
              busy={answer.isBusy}
              disabled={text.trim() === ''}
              onPress={() => void send()}
            >
              {words.send}
            </Button>
          </p>
        </DrawerSection>
      )}
      <DrawerSection title={words.notes} count={notes.length}>
        {may('SUPPORT_ANSWER') && (
          <Select
            label={words.assigned}
            value={String(desk.data?.assigned?.id ?? '')}
            choices={[
              { value: '', label: words.nobody },
              ...(tools.data?.colleagues ?? []).map((each) => ({ value: String(each.id), label: each.name })),
            ]}
            onChange={(value) =>
              void assign.act({ id, staffId: value === '' ? null : Number(value) }).then(() => desk.reload())
            }
          />
        )}
        {notes.map(({ id: each, text: written, staff, atMillis }) => (
          <article key={each} className="talk">
            <p className="talk__text">{written}</p>
            <p className="talk__by">
              {staff} · {minuteOf(atMillis)}
            </p>
          </article>
        ))}
        {may('SUPPORT_ANSWER') && (
          <>
            <TextArea
              label={words.notes}
              hint={words.noteHint}
              maxLength={1_000}
              value={noted}
              onChange={setNoted}
            />
            <Button busy={note.isBusy} disabled={noted.trim() === ''} onPress={() => void addNote()}>
              {words.addNote}
            </Button>
          </>
        )}
      </DrawerSection>
      {isSaving && (
        <SaveTemplate
          text={text.trim()}
          onClose={() => setSaving(false)}
          onSaved={() => void tools.reload()}
        />
      )}
    </>
  );
}

function SaveTemplate({
  text,
  onClose,
  onSaved,
}: {
  readonly text: string;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}) {
  const office = useOffice();
  const { act, isBusy } = useAct(saveContactTemplate);
  const [name, setName] = useState('');
  async function save(): Promise<void> {
    const outcome = await act({ name: name.trim(), text });
    if (!outcome.ok) return;
    office.toast('good', words.templateSaved);
    onClose();
    onSaved();
  }
  return (
    <ConfirmDialog
      open
      title={words.saveTemplate}
      confirm={words.saveTemplate}
      busy={isBusy}
      canConfirm={name.trim() !== ''}
      onClose={onClose}
      onConfirm={() => void save()}
    >
      <p>{words.templateHint}</p>
      <Field label={words.templateName} value={name} maxLength={40} isFirst onChange={setName} />
    </ConfirmDialog>
  );
}
