// Checks whether a name is free, when the field is left and not per letter: the server allows ten checks a minute.
import { checkNick, checkUsername } from '@maru/contract/account/calls';
import { useCallback, useRef, useState } from 'react';
import { usePlatform } from '../../shell/platform.tsx';

export interface NameCheck {
  /** The server's answer for the text that is in the field now. */
  readonly verdict: 'unknown' | 'free' | { readonly refused: string };
  ask(text: string): void;
}

interface Checked {
  readonly text: string;
  readonly refused?: string;
}

export function useNameCheck(kind: 'username' | 'nick', typed: string): NameCheck {
  const { call } = usePlatform();
  const [checked, setChecked] = useState<Checked | undefined>(undefined);
  const newest = useRef<string>(undefined);
  const ask = useCallback(
    (text: string) => {
      // The same text has the same answer, and the server limits the number of checks.
      if (text === newest.current) return;
      newest.current = text;
      const asked =
        kind === 'username'
          ? call(checkUsername, { query: { username: text } })
          : call(checkNick, { query: { nick: text } });
      void asked.then((outcome) => {
        if (text !== newest.current) return;
        if (outcome.ok) setChecked({ text });
        else if (outcome.status === 422 || outcome.status === 400)
          setChecked({ text, refused: outcome.message });
        // A rate limit or a network error gives no answer about the name: it may be checked again.
        else newest.current = undefined;
      });
    },
    [call, kind],
  );
  const isCurrent = checked?.text === typed;
  if (!checked || !isCurrent) return { verdict: 'unknown', ask };
  return { verdict: checked.refused === undefined ? 'free' : { refused: checked.refused }, ask };
}
