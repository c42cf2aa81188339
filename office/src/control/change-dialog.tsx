// A change with what it would do before it is sent. Fields that were not changed are not sent.
import type { ReceivedReply } from '@maru/client/call';
import type { overseaSettingEffect } from '@maru/contract/oversea/office';
import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from '../parts/dialogs.tsx';
import { Field, TextArea } from '../parts/form.tsx';
import { words as shell } from '../text/shell.ts';
import { EffectView } from './effect.tsx';

interface Props {
  readonly title: string;
  readonly confirm: string;
  readonly effect: ReceivedReply<typeof overseaSettingEffect> | undefined;
  /** Why the change is not possible, as the server says. */
  readonly fault: string | undefined;
  readonly isReady: boolean;
  readonly busy: boolean;
  readonly hint?: string;
  readonly children?: ReactNode;
  readonly onClose: () => void;
  readonly onSend: (reason: string) => void;
}

const SHORTEST = 2;

export function ChangeDialog(props: Props) {
  const [reason, setReason] = useState('');
  const isGiven = reason.trim().length >= SHORTEST;
  return (
    <ConfirmDialog
      open
      title={props.title}
      confirm={props.confirm}
      takesTwo={props.effect?.takesTwo === true}
      canConfirm={props.isReady && isGiven && props.fault === undefined}
      busy={props.busy}
      onClose={props.onClose}
      onConfirm={() => props.onSend(reason.trim())}
    >
      {props.children}
      {props.fault !== undefined && <p role="alert">{props.fault}</p>}
      {props.isReady && props.fault === undefined && <EffectView effect={props.effect} />}
      <TextArea
        label={shell.reason}
        value={reason}
        maxLength={200}
        hint={props.hint ?? (isGiven ? undefined : shell.reasonNeeded)}
        onChange={setReason}
      />
    </ConfirmDialog>
  );
}

/** One field for each setting, and those that differ from what is set. */
export function useChangedFields<Name extends string>(
  labels: Readonly<Record<Name, string>>,
  current: Readonly<Record<NoInfer<Name>, string | number>>,
) {
  const names = Object.keys(labels) as Name[];
  const [typed, setTyped] = useState<Partial<Record<Name, string>>>({});
  const changes = Object.fromEntries(
    names.flatMap((name) => {
      const value = typed[name]?.trim().replaceAll(',', '');
      return value === undefined || value === '' || value === String(current[name]) ? [] : [[name, value]];
    }),
  ) as Partial<Record<Name, string>>;
  const fields = names.map((name, place) => (
    <Field
      key={name}
      label={labels[name]}
      value={typed[name] ?? String(current[name])}
      inputMode="decimal"
      isFirst={place === 0}
      onChange={(value) => setTyped((before) => ({ ...before, [name]: value }))}
    />
  ));
  return { fields, changes, isChanged: Object.keys(changes).length > 0 };
}
