// A key that was just made: its secret is shown here once and nowhere else (picture 49c).
import { formatDate } from '@maru/client/format-date';
import type { WireApiKey } from '@maru/contract/apikeys/calls';
import { useState } from 'react';
import { saveFile } from '../receipt/save-file.ts';
import { useCopy } from '../receipt/use-copy.ts';
import { apikeysWords } from '../text/apikeys.ts';
import { useWords } from '../text/language.tsx';
import { Button, IconButton } from '../ui/buttons/button.tsx';
import { Checkbox } from '../ui/controls/checkbox.tsx';
import { BottomSheet } from '../ui/overlays/bottom-sheet.tsx';
import { ScopeBadges } from './key-card.tsx';
import { spacedKey } from './key-words.ts';

export type MadeKey = WireApiKey & { readonly secret: string };

interface Props {
  readonly made: MadeKey;
  readonly onClose: () => void;
}

export function SecretSheet({ made, onClose }: Props) {
  const words = useWords(apikeysWords);
  const [isKept, setKept] = useState(false);
  const [first, ...others] = made.addresses;
  const where =
    first === undefined
      ? words.everywhere
      : others.length === 0
        ? first
        : words.andMore(first, String(others.length));

  const save = () => {
    const text = `MARU_KEY=${made.key}\nMARU_SECRET=${made.secret}\n`;
    saveFile(`${made.key}.env`, new Blob([text], { type: 'text/plain' }));
  };

  return (
    <BottomSheet
      open
      onClose={onClose}
      title={words.made}
      closeLabel={words.close}
      closable={false}
      action={
        <div className="secret-sheet__end">
          <div className="secret-sheet__actions">
            <Button kind="tonal" icon="download" onPress={save}>
              {words.saveFile}
            </Button>
            <Button disabled={!isKept} onPress={onClose}>
              {words.close}
            </Button>
          </div>
          <p className="secret-sheet__lost">{words.lost}</p>
        </div>
      }
    >
      <p className="secret-sheet__once">
        {words.onceBefore}
        <strong>{words.once}</strong>
        {words.onceAfter}
      </p>
      <Shown label={words.key} copyLabel={words.copyKey} text={made.key} />
      <Shown label={words.secret} copyLabel={words.copySecret} text={made.secret} secret />
      <dl className="key-card__facts secret-sheet__facts">
        <dt>{words.rights}</dt>
        <dd className="secret-sheet__scopes">
          <ScopeBadges scopes={made.scopes} />
        </dd>
        <dt>{words.where}</dt>
        <dd className="figure">{where}</dd>
        <dt>{words.expires}</dt>
        <dd className="figure">{formatDate(made.expiresAt)}</dd>
      </dl>
      <div className="secret-sheet__kept">
        <Checkbox checked={isKept} onChange={setKept}>
          {words.kept}
        </Checkbox>
      </div>
    </BottomSheet>
  );
}

interface ShownProps {
  readonly label: string;
  readonly copyLabel: string;
  readonly text: string;
  readonly secret?: boolean;
}

function Shown({ label, copyLabel, text, secret = false }: ShownProps) {
  const words = useWords(apikeysWords);
  const { isCopied, copy } = useCopy();
  return (
    <div className={secret ? 'secret-sheet__shown secret-sheet__shown--secret' : 'secret-sheet__shown'}>
      <div>
        <p className="secret-sheet__label">{label}</p>
        <p className="secret-sheet__text figure" data-text={text}>
          {spacedKey(text)}
        </p>
      </div>
      <IconButton
        icon={isCopied ? 'check' : 'copy'}
        size={20}
        label={isCopied ? words.copied : copyLabel}
        onPress={() => copy(text)}
      />
    </div>
  );
}
