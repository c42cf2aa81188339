import { changeNick } from '@maru/contract/account/calls';
import { useState } from 'react';
import { useCall } from '../../shell/connection/use-call.ts';
import { useAlerts } from '../../shell/messages/alert.tsx';
import { useToasts } from '../../shell/messages/toasts.tsx';
import { usePlatform, useWatched } from '../../shell/platform.tsx';
import { accountWords } from '../../text/account.ts';
import { useLanguage, useWords } from '../../text/language.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { BottomSheet } from '../../ui/overlays/bottom-sheet.tsx';
import { faultText } from '../sign-up/fault-text.ts';
import { EMPTY_FORM, faultOf } from '../sign-up/sign-up-form.ts';

interface Props {
  readonly open: boolean;
  readonly onClose: () => void;
}

export function NickSheet({ open, onClose }: Props) {
  const { language, text } = useLanguage();
  const words = useWords(accountWords);
  const { member, refreshMember } = usePlatform();
  const who = useWatched(member);
  const alerts = useAlerts();
  const toasts = useToasts();
  const { busy, send } = useCall(changeNick);
  const [nick, setNick] = useState('');
  const [refused, setRefused] = useState<string | undefined>(undefined);
  const fault =
    nick === '' ? undefined : faultOf({ ...EMPTY_FORM, username: who?.username ?? '', nick }, 'nick');
  const error = refused ?? (fault === undefined ? undefined : faultText(fault, language));
  const isGood = nick !== '' && error === undefined && nick !== who?.nick;

  function close() {
    setNick('');
    setRefused(undefined);
    onClose();
  }

  async function save() {
    if (!who) return;
    const outcome = await send({ body: { id: who.id, nick } });
    if (!outcome) return;
    if (!outcome.ok) {
      if (outcome.field === 'nick') setRefused(outcome.message);
      else alerts.show(outcome.message);
      return;
    }
    await refreshMember();
    close();
    toasts.show({ kind: 'order', title: words.nickChanged, line: outcome.reply.nick });
  }

  return (
    <BottomSheet
      open={open}
      onClose={close}
      title={words.editNick}
      closeLabel={text.shell.close}
      hasUnsavedInput={nick !== ''}
      action={
        <Button disabled={!isGood} busy={busy} onPress={() => void save()}>
          {words.nickSave}
        </Button>
      }
    >
      <form
        data-first-focus
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (isGood) void save();
        }}
      >
        <TextField
          label={words.nick}
          name="nick"
          surface="sheet"
          autoComplete="nickname"
          maxLength={12}
          value={nick}
          onChange={(value) => {
            setNick(value);
            setRefused(undefined);
          }}
          error={error}
          hint={words.nickHint}
          reserve
        />
      </form>
    </BottomSheet>
  );
}
