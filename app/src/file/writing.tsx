// One side of a conversation writes: a text with pictures, which stays when it was refused.
import { newKey } from '@maru/client/call';
import { type FormEvent, useRef, useState } from 'react';
import { Icon } from '../ui/icons/icon.tsx';
import { AttachButton } from './attachments.tsx';
import { type Attaching, useAttaching } from './use-attaching.ts';

interface Written {
  readonly text: string;
  readonly fileIds: string[];
}

interface WriteKey {
  of(content: unknown): string;
  /** The answer has come: the same words again are another message. */
  end(): void;
}

/** One key for one content until its answer has come, so that the server knows what is sent again after a lost one. */
export function useWriteKey(): WriteKey {
  const last = useRef<{ readonly content: string; readonly key: string } | undefined>(undefined);
  return {
    of(content) {
      const written = JSON.stringify(content);
      if (last.current?.content !== written) last.current = { content: written, key: newKey() };
      return last.current.key;
    },
    end() {
      last.current = undefined;
    },
  };
}

interface Writing {
  readonly text: string;
  /** Why the last one was not taken. */
  readonly refused: string | undefined;
  readonly canSend: boolean;
  readonly attaching: Attaching;
  change(text: string): void;
  submit(event: FormEvent): void;
}

/** `send` answers why it was refused, `SENT`, or undefined when nothing is known. */
export function useWriting({
  needsText,
  busy,
  send,
}: {
  /** Or pictures alone are something too. */
  readonly needsText: boolean;
  readonly busy: boolean;
  readonly send: (written: Written) => Promise<'SENT' | { readonly refused: string } | undefined>;
}): Writing {
  const attaching = useAttaching();
  const [text, setText] = useState('');
  const [refused, setRefused] = useState<string>();
  const { fileIds, isReady } = attaching;
  const isEmpty = text.trim() === '' && (needsText || fileIds.length === 0);
  const canSend = !isEmpty && isReady;

  async function write(): Promise<void> {
    if (!canSend || busy) return;
    const outcome = await send({ text: text.trim(), fileIds });
    if (outcome === undefined) return;
    if (outcome !== 'SENT') return setRefused(outcome.refused);
    setText('');
    attaching.clear();
  }

  return {
    ...{ text, refused, canSend, attaching },
    change(next) {
      setText(next);
      setRefused(undefined);
    },
    submit(event) {
      event.preventDefault();
      void write();
    },
  };
}

interface Props {
  readonly writing: Writing;
  readonly longest: number;
  readonly words: { readonly write: string; readonly send: string };
}

/** Pictures, the text, and the button that sends both. */
export function WritingLine({ writing, longest, words }: Props) {
  return (
    <>
      <AttachButton attaching={writing.attaching} />
      <input
        aria-label={words.write}
        placeholder={words.write}
        value={writing.text}
        maxLength={longest}
        autoComplete="off"
        onChange={({ target }) => writing.change(target.value)}
      />
      <button type="submit" className="icon-button" aria-label={words.send} disabled={!writing.canSend}>
        <Icon name="send" size={24} />
      </button>
    </>
  );
}
