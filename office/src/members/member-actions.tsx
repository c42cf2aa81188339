// What staff can do with a member. Each asks for a reason; what takes a second person says so.

import type { IconName } from '@maru/app/ui/icons/icons';
import { blockDevice, blockPlayer, endSessions, unblockPlayer } from '@maru/contract/account/office';
import type { AnyCall } from '@maru/contract/call';
import { admitMember, markMember } from '@maru/contract/members/calls';
import { sendMessage } from '@maru/contract/message/calls';
import { officeResetFactor, officeUnlock } from '@maru/contract/security/calls';
import { useState } from 'react';
import { Button } from '../parts/button.tsx';
import { ConfirmDialog, ReasonDialog } from '../parts/dialogs.tsx';
import { Field, TextArea } from '../parts/form.tsx';
import { useMay, useOffice } from '../shell/office-context.tsx';
import { useAct } from '../shell/use-act.ts';
import { words } from '../text/members.ts';
import { words as shell } from '../text/shell.ts';
import type { Member } from './member-now.tsx';

interface Choice {
  readonly name: string;
  readonly icon: IconName;
  readonly lead?: string;
  readonly call: AnyCall;
  readonly body?: object;
  readonly done: string;
  readonly kind?: 'danger';
  readonly takesTwo?: boolean;
}

interface Props {
  readonly member: Member;
  readonly onPast: () => void;
  readonly onChanged: () => void;
}

export function MemberActions({ member, onPast, onChanged }: Props) {
  const may = useMay();
  const [chosen, setChosen] = useState<Choice>();
  const [isWriting, setWriting] = useState(false);
  const isOpen = member.status !== 'CLOSED';
  const press = (choice: Choice) => (
    <Button
      key={choice.name}
      icon={choice.icon}
      kind={choice.kind ?? 'tonal'}
      takesTwo={choice.takesTwo === true}
      onPress={() => setChosen(choice)}
    >
      {choice.name}
    </Button>
  );
  return (
    <>
      {isOpen && may('MEMBER_ACT') && (
        <Button icon="chat" onPress={() => setWriting(true)}>
          {words.letter}
        </Button>
      )}
      {isOpen && may('MEMBER_ACT') && ofActing(member).map(press)}
      {isOpen && may('MEMBER_SECURITY') && ofSecurity(member).map(press)}
      <Button icon="history" onPress={onPast}>
        {words.past}
      </Button>
      {isOpen && may('MEMBER_BLOCK') && ofBlocking(member).map(press)}
      {chosen !== undefined && (
        <Reason
          key={chosen.name}
          choice={chosen}
          playerId={member.id}
          onClose={() => setChosen(undefined)}
          onChanged={onChanged}
        />
      )}
      {isWriting && (
        <LetterDialog playerId={member.id} onClose={() => setWriting(false)} onSent={onChanged} />
      )}
    </>
  );
}

function ofActing({ blockDevice: device, mark }: Member): readonly Choice[] {
  return [
    { name: words.logout, icon: 'leave', call: endSessions, done: words.logoutDone },
    {
      name: device === '' ? words.device : words.deviceLift,
      icon: 'phone',
      ...{ lead: words.deviceLead, call: blockDevice, done: words.deviceDone },
      body: { blockDevice: device === '' ? 'M' : '' },
    },
    {
      name: mark === null ? words.mark : words.unmark,
      icon: 'eye',
      ...{ call: markMember, body: { on: mark === null }, done: shell.done },
    },
  ];
}

function ofSecurity({ hasSecondFactor, lockedMillis }: Member): readonly Choice[] {
  return [
    ...(hasSecondFactor
      ? [
          {
            ...{ name: words.factor, icon: 'key' as const, lead: words.factorLead, takesTwo: true },
            ...{ call: officeResetFactor, done: shell.waitsForSecond },
          },
        ]
      : []),
    ...(lockedMillis === null
      ? []
      : [
          {
            ...{ name: words.unlock, icon: 'lock' as const, lead: words.unlockLead },
            ...{ call: officeUnlock, done: shell.done },
          },
        ]),
  ];
}

function ofBlocking({ status }: Member): readonly Choice[] {
  if (status === 'DENY') {
    return [
      {
        ...{ name: words.unblock, icon: 'lock', lead: words.unblockLead, takesTwo: true },
        ...{ call: unblockPlayer, done: shell.waitsForSecond },
      },
    ];
  }
  const block: Choice = {
    ...{ name: words.block, icon: 'lock', lead: words.blockLead, kind: 'danger' },
    ...{ call: blockPlayer, done: words.blockDone },
  };
  const admit: Choice = { name: words.admit, icon: 'check', call: admitMember, done: words.admitDone };
  return status === 'WAITING' ? [admit, block] : [block];
}

function Reason({
  choice,
  playerId,
  onClose,
  onChanged,
}: {
  readonly choice: Choice;
  readonly playerId: number;
  readonly onClose: () => void;
  readonly onChanged: () => void;
}) {
  const office = useOffice();
  const { act, isBusy } = useAct(choice.call);
  async function confirm(reason: string): Promise<void> {
    const outcome = await act({ ...choice.body, playerId, reason });
    if (!outcome.ok) return;
    office.toast('good', choice.done);
    onClose();
    onChanged();
  }
  return (
    <ReasonDialog
      open
      title={choice.name}
      confirm={choice.name}
      kind={choice.kind ?? 'primary'}
      takesTwo={choice.takesTwo === true}
      usual={words.usual}
      busy={isBusy}
      onClose={onClose}
      onConfirm={(reason) => void confirm(reason)}
    >
      {choice.lead !== undefined && <p>{choice.lead}</p>}
    </ReasonDialog>
  );
}

function LetterDialog({
  playerId,
  onClose,
  onSent,
}: {
  readonly playerId: number;
  readonly onClose: () => void;
  readonly onSent: () => void;
}) {
  const office = useOffice();
  const { act, isBusy } = useAct(sendMessage);
  const [title, setTitle] = useState('');
  const [content, setContent] = useState('');
  async function send(): Promise<void> {
    const outcome = await act({ playerId, title: title.trim(), content: content.trim() });
    if (!outcome.ok) return;
    office.toast('good', words.letterDone);
    onClose();
    onSent();
  }
  return (
    <ConfirmDialog
      open
      title={words.letter}
      confirm={words.letterSend}
      busy={isBusy}
      canConfirm={title.trim() !== '' && content.trim() !== ''}
      onClose={onClose}
      onConfirm={() => void send()}
    >
      <Field label={words.letterTitle} value={title} maxLength={80} isFirst onChange={setTitle} />
      <TextArea label={words.letterText} value={content} rows={6} maxLength={2_000} onChange={setContent} />
    </ConfirmDialog>
  );
}
