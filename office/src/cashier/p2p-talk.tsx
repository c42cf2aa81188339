// The conversation of a P2P request: evidence in a dispute, and where staff answer for the counterpart.
import { officeP2pMessages, officeP2pSend } from '@maru/contract/cashier/p2p';
import { useState } from 'react';
import { Button } from '../parts/button.tsx';
import { Select, TextArea } from '../parts/form.tsx';
import { minuteOf } from '../parts/moments.ts';
import { DrawerSection } from '../parts/panel.tsx';
import { StoredPictures } from '../parts/stored-pictures.tsx';
import { useMay } from '../shell/office-context.tsx';
import { useAct } from '../shell/use-act.ts';
import { useRead } from '../shell/use-read.ts';
import { words } from '../text/cashier.ts';

const EVERY_MS = 5_000;

export function P2pTalk({ dnwHistoryId }: { readonly dnwHistoryId: number }) {
  const may = useMay();
  const talk = useRead(officeP2pMessages, may('SUPPORT_READ') ? { dnwHistoryId } : null, {
    everyMs: EVERY_MS,
  });
  const { act, isBusy } = useAct(officeP2pSend);
  const [text, setText] = useState('');
  const [as, setAs] = useState<'COUNTERPART' | 'STAFF'>('STAFF');
  const messages = talk.data?.content ?? [];

  async function send(): Promise<void> {
    const outcome = await act({ dnwHistoryId, text: text.trim(), as });
    if (!outcome.ok) return;
    setText('');
    await talk.reload();
  }
  return (
    <DrawerSection title={words.conversation} count={messages.length}>
      <div className="queue-talk">
        {messages.length === 0 && <p className="queue__quiet">{words.noMessages}</p>}
        {messages.map((message) => (
          <div key={message.id} className="queue-talk__line">
            <p className="queue-talk__who">
              {words.from[message.from] ?? message.from} · {minuteOf(message.atMillis)}
            </p>
            <p>{message.text}</p>
            <StoredPictures files={message.files} />
          </div>
        ))}
        {may('SUPPORT_ANSWER') && (
          <>
            <Select
              label={words.as}
              value={as}
              choices={(['STAFF', 'COUNTERPART'] as const).map((value) => ({
                value,
                label: words.asChoices[value],
              }))}
              onChange={setAs}
            />
            <TextArea label={words.write} value={text} rows={2} maxLength={500} onChange={setText} />
            <Button size="small" busy={isBusy} disabled={text.trim() === ''} onPress={() => void send()}>
              {words.send}
            </Button>
          </>
        )}
      </div>
    </DrawerSection>
  );
}
