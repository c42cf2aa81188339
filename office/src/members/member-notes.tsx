// What staff noted about a member, and what they did to the account.
import { addMemberNote, memberChanges, memberNotes } from '@maru/contract/members/calls';
import { useState } from 'react';
import { Button } from '../parts/button.tsx';
import { TextArea } from '../parts/form.tsx';
import { minuteOf } from '../parts/moments.ts';
import { useMay } from '../shell/office-context.tsx';
import { useAct } from '../shell/use-act.ts';
import { usePages } from '../shell/use-pages.ts';
import { words } from '../text/members.ts';
import { words as shell } from '../text/shell.ts';

export function MemberNotes({ playerId }: { readonly playerId: number }) {
  const may = useMay();
  const notes = usePages(memberNotes, { playerId });
  const { act, isBusy } = useAct(addMemberNote);
  const [text, setText] = useState('');
  async function add(): Promise<void> {
    if (text.trim() === '') return;
    const outcome = await act({ playerId, text: text.trim() });
    if (!outcome.ok) return;
    setText('');
    await notes.reload();
  }
  return (
    <>
      {may('MEMBER_ACT') && (
        <form
          className="member-form"
          onSubmit={(event) => {
            event.preventDefault();
            void add();
          }}
        >
          <TextArea
            label={words.note}
            hint={words.noteHint}
            maxLength={1_000}
            value={text}
            onChange={setText}
          />
          <Button type="submit" busy={isBusy} disabled={text.trim() === ''}>
            {words.addNote}
          </Button>
        </form>
      )}
      {notes.rows.length === 0 && !notes.isLoading && <p className="members__quiet">{words.noNotes}</p>}
      {notes.rows.map(({ id, text: written, staff, atMillis }) => (
        <article key={id} className="member-notes__one">
          <p>{written}</p>
          <p className="member-notes__by">
            {staff} · {minuteOf(atMillis)}
          </p>
        </article>
      ))}
      {notes.hasMore && <Button onPress={() => void notes.more()}>{shell.more}</Button>}
    </>
  );
}

export function MemberChanges({ playerId }: { readonly playerId: number }) {
  const changes = usePages(memberChanges, { playerId });
  return (
    <>
      {changes.rows.length === 0 && !changes.isLoading && <p className="members__quiet">{words.noChanges}</p>}
      {changes.rows.map(({ id, area, action, reason, staff, confirmedBy, atMillis }) => (
        <article key={id} className="member-notes__one">
          <p>
            <b>{words.actions[action] ?? words.areas[area] ?? area}</b> {reason}
          </p>
          <p className="member-notes__by">
            {words.by(staff, confirmedBy)} · {minuteOf(atMillis)}
          </p>
        </article>
      ))}
      {changes.hasMore && <Button onPress={() => void changes.more()}>{shell.more}</Button>}
    </>
  );
}
