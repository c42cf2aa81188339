// Pictures that are chosen for a text: each is uploaded at once, so that sending the text is quick.
import { MOST_FILES } from '@maru/contract/file/calls';
import { useRef, useState } from 'react';
import { usePlatform } from '../shell/platform.tsx';
import { fileWords } from '../text/file.ts';
import { useLanguage, useWords } from '../text/language.tsx';
import { type AttachedFile, sendFile } from './files.ts';
import { shrinkPicture } from './shrink.ts';

export interface Attachment {
  readonly key: number;
  readonly source: File;
  readonly state:
    | { readonly kind: 'SENDING' }
    | { readonly kind: 'SENT'; readonly file: AttachedFile }
    | { readonly kind: 'FAILED'; readonly message: string; readonly canRetry: boolean };
}

export interface Attaching {
  readonly items: readonly Attachment[];
  /** Of those that are uploaded. */
  readonly fileIds: string[];
  /** Nothing is being uploaded, and nothing failed: a text that is sent has all of them. */
  readonly isReady: boolean;
  readonly refused: string | undefined;
  add(sources: readonly File[]): void;
  retry(item: Attachment): void;
  remove(item: Attachment): void;
  clear(): void;
}

export function useAttaching(): Attaching {
  const platform = usePlatform();
  const words = useWords(fileWords);
  const { language } = useLanguage();
  const [items, setItems] = useState<readonly Attachment[]>([]);
  const [refused, setRefused] = useState<string>();
  const nextKey = useRef(0);

  async function upload({ key, source }: Pick<Attachment, 'key' | 'source'>): Promise<void> {
    const become = (state: Attachment['state']) =>
      setItems((before) => before.map((each) => (each.key === key ? { ...each, state } : each)));
    become({ kind: 'SENDING' });
    const small = await shrinkPicture(source);
    if (small === undefined) return become({ kind: 'FAILED', message: words.tooLarge, canRetry: false });
    const sent = await sendFile(platform, small, language);
    become(sent.ok ? { kind: 'SENT', file: sent.file } : { kind: 'FAILED', ...sent });
  }

  function add(sources: readonly File[]): void {
    const taken = sources.slice(0, Math.max(0, MOST_FILES - items.length));
    setRefused(taken.length < sources.length ? words.tooMany : undefined);
    const added = taken.map((source): Attachment => {
      nextKey.current += 1;
      return { key: nextKey.current, source, state: { kind: 'SENDING' } };
    });
    setItems((before) => [...before, ...added]);
    for (const each of added) void upload(each);
  }

  return {
    items,
    fileIds: items.flatMap(({ state }) => (state.kind === 'SENT' ? [state.file.id] : [])),
    isReady: items.every(({ state }) => state.kind === 'SENT'),
    refused,
    add,
    retry: (item) => void upload(item),
    remove({ key }) {
      setItems((before) => before.filter((each) => each.key !== key));
      setRefused(undefined);
    },
    clear() {
      setItems([]);
      setRefused(undefined);
    },
  };
}
