// A newer version is waiting. The prompt shows that and does not block the screen: a trade in progress can go on.
import { useState } from 'react';
import { Button } from '../../ui/buttons/button.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import { useWatched } from '../platform.tsx';
import type { Updates } from './updates.ts';
import './update-prompt.css';

export interface UpdateWords {
  readonly newVersion: string;
  readonly update: string;
  readonly updating: string;
  readonly later: string;
}

export function UpdatePrompt({ updates, words }: { readonly updates: Updates; readonly words: UpdateWords }) {
  const isReady = useWatched(updates.isReady);
  const [isPutOff, setPutOff] = useState(false);
  const [isBusy, setBusy] = useState(false);

  const isShown = isReady && !isPutOff;
  return (
    // The region is rendered before its text, or a screen reader does not read it.
    <div className="update-prompt" role="status">
      {isShown && (
        <div className="update-prompt__card">
          <p className="update-prompt__words">{words.newVersion}</p>
          <Button
            size="small"
            busy={isBusy}
            busyLabel={words.updating}
            onPress={() => {
              setBusy(true);
              void updates.apply();
            }}
          >
            {words.update}
          </Button>
          <button
            type="button"
            className="update-prompt__later"
            aria-label={words.later}
            onClick={() => setPutOff(true)}
          >
            <Icon name="close" size={20} />
          </button>
        </div>
      )}
    </div>
  );
}
