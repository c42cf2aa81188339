// What staff tell each other about an inquiry, and whose it is.
import type { ReceivedReply } from '@maru/client/call';
import { assignContact, type contactDesk, contactTools, noteContact } from '@maru/contract/contact/desk';
import { useState } from 'react';
import { Button } from '../parts/button.tsx';
import { Select, TextArea } from '../parts/form.tsx';
import { minuteOf } from '../parts/moments.ts';
import { DrawerSection } from '../parts/panel.tsx';
import { useMay } from '../shell/office-context.tsx';
import { useAct } from '../shell/use-act.ts';
import { type Read, useRead } from '../shell/use-read.ts';
import { words } from '../text/contact.ts';

export function Notes({
  id,
  desk,
}: {
  readonly id: number;
  readonly desk: Read<ReceivedReply<typeof contactDesk>>;
}) {
  const may = useMay();
  const tools = useRead(contactTools, {});
  const assign = useAct(assignContact);
  const note = useAct(noteContact);
  const [text, setText] = useState('');
  const notes = desk.data?.notes ?? [];

  async function add(): Promise<void> {
    const outcome = await note.act({ id, text: text.trim() });
    if (!outcome.ok) return;
    setText('');
    await desk.reload();
  }
  return (
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
            value={text}
            onChange={setText}
          />
          <Button busy={note.isBusy} disabled={text.trim() === ''} onPress={() => void add()}>
            {words.addNote}
          </Button>
        </>
      )}
    </DrawerSection>
  );
}
