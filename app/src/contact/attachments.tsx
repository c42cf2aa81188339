// Pictures before they are sent with a question, and those of an entry.
import { MOST_FILE_BYTES, MOST_FILES } from '@maru/contract/file/calls';
import { type ChangeEvent, useEffect, useRef, useState } from 'react';
import { usePlatform } from '../shell/platform.tsx';
import { contactWords } from '../text/contact.ts';
import { useLanguage, useWords } from '../text/language.tsx';
import { IconButton } from '../ui/buttons/button.tsx';
import { Icon } from '../ui/icons/icon.tsx';
import { FullScreenPanel } from '../ui/overlays/full-screen-panel.tsx';
import './attachments.css';
import { type AttachedFile, fetchPicture, sendFile } from './files.ts';

const TYPES = 'image/jpeg,image/png,image/webp';
const MEGABYTE = 1_000_000;

const sizeText = (bytes: number): string =>
  bytes >= MEGABYTE ? `${(bytes / MEGABYTE).toFixed(1)} MB` : `${Math.max(1, Math.round(bytes / 1_000))} KB`;

export interface Attaching {
  readonly files: readonly AttachedFile[];
  readonly isBusy: boolean;
  readonly refused: string | undefined;
  add(file: File): Promise<void>;
  remove(id: string): void;
  clear(): void;
}

/** Each picture is uploaded as soon as it is chosen, so that sending the question is quick. */
export function useAttaching(): Attaching {
  const platform = usePlatform();
  const words = useWords(contactWords);
  const { language } = useLanguage();
  const [files, setFiles] = useState<readonly AttachedFile[]>([]);
  const [isBusy, setBusy] = useState(false);
  const [refused, setRefused] = useState<string>();
  return {
    files,
    isBusy,
    refused,
    async add(file) {
      if (files.length >= MOST_FILES) return setRefused(words.tooMany);
      if (file.size > MOST_FILE_BYTES) return setRefused(words.tooLarge);
      setBusy(true);
      setRefused(undefined);
      const sent = await sendFile(platform, file, language);
      setBusy(false);
      if (sent.ok) setFiles((before) => [...before, sent.file]);
      else setRefused(sent.message);
    },
    remove: (id) => setFiles((before) => before.filter((each) => each.id !== id)),
    clear: () => setFiles([]),
  };
}

export function AttachButton({ attaching }: { readonly attaching: Attaching }) {
  const words = useWords(contactWords);
  const input = useRef<HTMLInputElement>(null);
  function choose({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? [];
    // The same picture may be chosen again after it was removed.
    target.value = '';
    if (file !== undefined) void attaching.add(file);
  }
  return (
    <>
      <IconButton icon="paperclip" label={words.attach} onPress={() => input.current?.click()} />
      <input
        ref={input}
        className="unseen"
        type="file"
        accept={TYPES}
        aria-label={words.attach}
        tabIndex={-1}
        onChange={choose}
      />
    </>
  );
}

export function AttachedList({ attaching }: { readonly attaching: Attaching }) {
  const words = useWords(contactWords);
  return (
    <>
      <ul className="attachments" aria-label={words.attached}>
        {attaching.files.map(({ id, name, size }) => (
          <li key={id} className="attachment">
            <Icon name="document" size={20} />
            <span className="attachment__name text-cut">{name}</span>
            <span className="attachment__size figure">{sizeText(size)}</span>
            <IconButton
              icon="close"
              size={16}
              label={words.detach(name)}
              onPress={() => attaching.remove(id)}
            />
          </li>
        ))}
      </ul>
      <p className="attachments__note text-caption" aria-live="polite">
        {attaching.isBusy ? words.attaching : attaching.refused}
      </p>
    </>
  );
}

export function EntryFiles({ files }: { readonly files: readonly AttachedFile[] }) {
  const words = useWords(contactWords);
  const [shown, setShown] = useState<AttachedFile>();
  return (
    <>
      {files.map((file) => (
        <button
          key={file.id}
          type="button"
          className="attachment attachment--sent"
          aria-label={words.open(file.name)}
          onClick={() => setShown(file)}
        >
          <Icon name="document" size={20} />
          <span className="attachment__name text-cut">{file.name}</span>
          <span className="attachment__size figure">{sizeText(file.size)}</span>
        </button>
      ))}
      <FullScreenPanel
        open={shown !== undefined}
        onClose={() => setShown(undefined)}
        title={shown?.name ?? ''}
        closeLabel={words.close}
      >
        {shown && <Picture file={shown} />}
      </FullScreenPanel>
    </>
  );
}

function Picture({ file }: { readonly file: AttachedFile }) {
  const words = useWords(contactWords);
  const platform = usePlatform();
  const [address, setAddress] = useState<string | 'FAILED'>();
  useEffect(() => {
    let made: string | undefined;
    let isLeft = false;
    void fetchPicture(platform, file.id).then((blob) => {
      if (isLeft) return;
      made = blob && URL.createObjectURL(blob);
      setAddress(made ?? 'FAILED');
    });
    return () => {
      isLeft = true;
      if (made !== undefined) URL.revokeObjectURL(made);
    };
  }, [platform, file.id]);
  if (address === 'FAILED') return <p className="text-caption">{words.pictureFailed}</p>;
  if (address === undefined) return null;
  return (
    <img
      className="attachment__picture"
      src={address}
      alt={file.name}
      width={file.width}
      height={file.height}
    />
  );
}
