// One member beside the list: who it is, what the account holds, what happened, and what staff can do.
import { memberProfile } from '@maru/contract/members/calls';
import { useState } from 'react';
import { Chips, Notice, Tag } from '../parts/facts.tsx';
import { Drawer } from '../parts/panel.tsx';
import { useMay, useOffice } from '../shell/office-context.tsx';
import { useRead } from '../shell/use-read.ts';
import { words } from '../text/members.ts';
import { words as shell } from '../text/shell.ts';
import { daysSince } from './figures.ts';
import { MaskedContact } from './masked-contact.tsx';
import { MemberActions } from './member-actions.tsx';
import { MemberCopies } from './member-copies.tsx';
import { MemberChanges, MemberNotes } from './member-notes.tsx';
import { MemberNow } from './member-now.tsx';
import { MemberPastPart } from './member-past.tsx';
import { MemberMoney, MemberTrades } from './member-trades.tsx';

export type Part = keyof typeof words.part;

interface Props {
  readonly playerId: number;
  readonly onClose: () => void;
  readonly onChanged: () => void;
}

const EVERY_MS = 15_000;

export function MemberDrawer({ playerId, onClose, onChanged }: Props) {
  const may = useMay();
  const now = useOffice().timers.now();
  const profile = useRead(memberProfile, { playerId }, { everyMs: EVERY_MS });
  const [part, setPart] = useState<Part>('NOW');
  const member = profile.data;
  if (member === undefined) {
    return (
      <Drawer label={words.member} head={null} onClose={onClose}>
        <p role="status">{profile.fault?.message ?? shell.loading}</p>
      </Drawer>
    );
  }
  const shown = (['NOW', 'TRADES', 'COPIES', 'MONEY', 'PAST', 'NOTES', 'CHANGES'] as const).filter(
    (each) => (each !== 'MONEY' || may('MONEY_READ')) && (each !== 'COPIES' || may('COPY_READ')),
  );
  const facts = [
    `${member.username} · ${member.nick}`,
    words.joined(daysSince(member.createdMillis, now)),
    ...(member.partner === null ? [] : [words.ofPartner(member.partner.code)]),
  ];
  function changed(): void {
    void profile.reload();
    onChanged();
  }
  return (
    <Drawer
      label={`${words.member} ${member.username}`}
      onClose={onClose}
      head={
        <div className="member-head">
          <span className="member-head__tile" aria-hidden="true">
            {member.name.slice(0, 1)}
          </span>
          <span className="text-stack">
            <span className="member-head__name">
              {member.name}
              <Tag
                tone={member.status === 'DENY' ? 'danger' : member.status === 'WAITING' ? 'brass' : 'plain'}
              >
                {words.status[member.status]}
              </Tag>
              {member.isOnline && <Tag tone="brass">{words.now}</Tag>}
            </span>
            <span className="member-head__line">{facts.join(' · ')}</span>
          </span>
        </div>
      }
      actions={<MemberActions member={member} onPast={() => setPart('PAST')} onChanged={changed} />}
    >
      {member.mark !== null && (
        <Notice tone="warn">{words.marked(member.mark.reason, member.mark.staff)}</Notice>
      )}
      {member.waiting.map(({ id, kind }) => (
        <Notice key={id}>{words.waiting(words.waitsFor[kind] ?? kind)}</Notice>
      ))}
      <MaskedContact playerId={playerId} contact={member.contact} />
      <div className="member-parts">
        <Chips
          label={words.parts}
          choices={shown.map((value) => ({ value, label: words.part[value] }))}
          value={part}
          onChange={setPart}
        />
      </div>
      {part === 'NOW' && <MemberNow member={member} />}
      {part === 'TRADES' && <MemberTrades playerId={playerId} />}
      {part === 'COPIES' && <MemberCopies playerId={playerId} />}
      {part === 'MONEY' && <MemberMoney playerId={playerId} />}
      {part === 'PAST' && <MemberPastPart playerId={playerId} />}
      {part === 'NOTES' && <MemberNotes playerId={playerId} />}
      {part === 'CHANGES' && <MemberChanges playerId={playerId} />}
    </Drawer>
  );
}
