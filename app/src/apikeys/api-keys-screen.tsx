// The API keys of a member who programs (picture 49).
import { apiKeyList, deleteApiKey, type WireApiKey } from '@maru/contract/apikeys/calls';
import { useState } from 'react';
import { LoadFailed } from '../shell/connection/load-failed.tsx';
import { useAnswer } from '../shell/connection/use-answer.ts';
import { useCall } from '../shell/connection/use-call.ts';
import { useServerSecond } from '../shell/connection/use-server-second.ts';
import { HeaderEnd } from '../shell/layouts/header-end.tsx';
import { useAlerts } from '../shell/messages/alert.tsx';
import { useToasts } from '../shell/messages/toasts.tsx';
import { apikeysWords } from '../text/apikeys.ts';
import { useWords } from '../text/language.tsx';
import { Button, IconButtonFace } from '../ui/buttons/button.tsx';
import { Icon } from '../ui/icons/icon.tsx';
import { Dialog } from '../ui/overlays/dialog.tsx';
import { MenuSheet } from '../ui/overlays/menu-sheet.tsx';
import { Note } from '../ui/states/note.tsx';
import { Skeleton } from '../ui/states/skeleton.tsx';
import { StatePanel } from '../ui/states/state-panel.tsx';
import { AddressesSheet } from './addresses-sheet.tsx';
import { KeyCard } from './key-card.tsx';
import { NewKeySheet } from './new-key-sheet.tsx';
import { RenameSheet } from './rename-sheet.tsx';
import { type MadeKey, SecretSheet } from './secret-sheet.tsx';
import './api-keys-screen.css';

export function ApiKeysScreen() {
  const words = useWords(apikeysWords);
  const answer = useAnswer(apiKeyList);
  if (answer.state === 'failed')
    return <LoadFailed title={words.failed} message={answer.message} onRetry={answer.reload} />;
  if (answer.state === 'loading')
    return (
      <div className="api-keys">
        <Skeleton height={200} radius={16} />
        <Skeleton height={200} radius={16} />
      </div>
    );
  return <ApiKeys listed={answer.reply.content} most={answer.reply.most} reload={answer.reload} />;
}

interface Props {
  readonly listed: readonly WireApiKey[];
  readonly most: number;
  readonly reload: () => void;
}

type Opened = 'menu' | 'rename' | 'addresses' | 'remove';

function ApiKeys({ listed, most, reload }: Props) {
  const words = useWords(apikeysWords);
  const toasts = useToasts();
  const now = useServerSecond();
  const [isMaking, setMaking] = useState(false);
  const [made, setMade] = useState<MadeKey>();
  const [chosen, setChosen] = useState<{ readonly key: string; readonly opened: Opened }>();
  const used = listed.filter(({ expiresAt }) => expiresAt > now).length;
  const open = (key: string, opened: Opened) => setChosen({ key, opened });
  const close = () => setChosen(undefined);
  const of = listed.find(({ key }) => key === chosen?.key);

  function showChanged(): void {
    close();
    reload();
    toasts.show({ kind: 'order', title: words.saved });
  }

  return (
    <div className="api-keys">
      <HeaderEnd>
        <a className="icon-button" href="/docs/api" aria-label={words.guide}>
          <IconButtonFace icon="info" size={22} />
        </a>
      </HeaderEnd>
      <p className="api-keys__count">
        <span>
          {words.using} <strong className="figure">{used}</strong> / {most}
        </span>
        <span className="api-keys__safe">
          <Icon name="shield" size={18} /> {words.noWithdrawal}
        </span>
      </p>
      {listed.length === 0 && <StatePanel kind="empty" title={words.none} sentence={words.noneLead} />}
      {listed.map((each) => (
        <KeyCard key={each.key} of={each} now={now} onMenu={() => open(each.key, 'menu')} />
      ))}
      <Note>{used >= most ? words.full : words.protection}</Note>
      <Button icon="plus" disabled={used >= most} onPress={() => setMaking(true)}>
        {words.make}
      </Button>
      {isMaking && (
        <NewKeySheet
          onClose={() => setMaking(false)}
          onMade={(key) => {
            setMaking(false);
            setMade(key);
            reload();
          }}
        />
      )}
      {made !== undefined && <SecretSheet made={made} onClose={() => setMade(undefined)} />}
      {of !== undefined && chosen !== undefined && (
        <>
          <MenuSheet
            open={chosen.opened === 'menu'}
            onClose={close}
            title={of.name}
            closeLabel={words.close}
            choices={[
              { key: 'rename', label: words.rename },
              { key: 'addresses', label: words.changeAddresses },
              { key: 'remove', label: words.remove, isDangerous: true },
            ]}
            onChoose={(opened: Opened) => open(of.key, opened)}
          />
          {chosen.opened === 'rename' && <RenameSheet of={of} onClose={close} onChanged={showChanged} />}
          {chosen.opened === 'addresses' && (
            <AddressesSheet of={of} onClose={close} onChanged={showChanged} />
          )}
          <RemoveDialog of={of} open={chosen.opened === 'remove'} onClose={close} onRemoved={reload} />
        </>
      )}
    </div>
  );
}

interface RemoveProps {
  readonly of: WireApiKey;
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onRemoved: () => void;
}

function RemoveDialog({ of, open, onClose, onRemoved }: RemoveProps) {
  const words = useWords(apikeysWords);
  const alerts = useAlerts();
  const toasts = useToasts();
  const { send } = useCall(deleteApiKey);

  async function remove(): Promise<void> {
    const outcome = await send({ body: { key: of.key } });
    if (outcome === undefined) return;
    onClose();
    onRemoved();
    if (outcome.ok) toasts.show({ kind: 'order', title: words.removed });
    else alerts.show(outcome.message);
  }

  return (
    <Dialog
      open={open}
      title={words.removeAsk(of.name)}
      message={words.removeLead}
      safe={words.cancel}
      onSafe={onClose}
      other={words.remove}
      onOther={() => void remove()}
    />
  );
}
