// Pictures before they are sent with a text, and those of a text that was sent.
import { type ChangeEvent, useEffect, useRef, useState } from 'react';
import { usePlatform } from '../shell/platform.tsx';
import { fileWords } from '../text/file.ts';
import { useWords } from '../text/language.tsx';
import { BusyDots, IconButton } from '../ui/buttons/button.tsx';
import { Icon } from '../ui/icons/icon.tsx';
import { FullScreenPanel } from '../ui/overlays/full-screen-panel.tsx';
import './attachments.css';
import { type AttachedFile, fetchPicture } from './files.ts';
import type { Attaching, Attachment } from './use-attaching.ts';

const TYPES = 'image/jpeg,image/png,image/webp';
const MEGABYTE = 1_000_000;

const sizeText = (bytes: number): string =>
  bytes >= MEGABYTE ? `${(bytes / MEGABYTE).toFixed(1)} MB` : `${Math.max(1, Math.round(bytes / 1_000))} KB`;

export function AttachButton({ attaching }: { readonly attaching: Attaching }) {
  const words = useWords(fileWords);
  const input = useRef<HTMLInputElement>(null);
  function choose({ target }: ChangeEvent<HTMLInputElement>) {
    const chosen = [...(target.files ?? [])];
    // The same picture may be chosen again after it was removed.
    target.value = '';
    if (chosen.length > 0) attaching.add(chosen);
  }
  return (
    <>
      <IconButton icon="paperclip" label={words.attach} onPress={() => input.current?.click()} />
      <input
        ref={input}
        hidden
        type="file"
        accept={TYPES}
        multiple
        aria-label={words.attach}
        onChange={choose}
      />
    </>
  );
}

export function AttachedList({ attaching }: { readonly attaching: Attaching }) {
  const words = useWords(fileWords);
  const { items, refused } = attaching;
  const hasFailed = items.some(({ state }) => state.kind === 'FAILED');
  const isSending = items.some(({ state }) => state.kind === 'SENDING');
  const note = refused ?? (hasFailed ? words.failed : isSending ? words.attaching : undefined);
  return (
    <>
      {items.length > 0 && (
        <ul className="attachments" aria-label={words.attached}>
          {items.map((item) => (
            <Chosen key={item.key} item={item} attaching={attaching} />
          ))}
        </ul>
      )}
      <p className="attachments__note text-caption" aria-live="polite">
        {note}
      </p>
    </>
  );
}

function Chosen({ item, attaching }: { readonly item: Attachment; readonly attaching: Attaching }) {
  const words = useWords(fileWords);
  const { source, state } = item;
  const name = state.kind === 'SENT' ? state.file.name : source.name;
  return (
    <li className="attachment">
      <Icon name={state.kind === 'FAILED' ? 'warning' : 'document'} size={20} />
      <span className="attachment__words">
        <span className="attachment__name text-cut">{name}</span>
        {state.kind === 'FAILED' && (
          <span className="attachment__failed text-micro" role="alert">
            {state.message}
          </span>
        )}
      </span>
      {state.kind === 'SENDING' && (
        <span className="attachment__busy" role="status" aria-label={words.attaching}>
          <BusyDots />
        </span>
      )}
      {state.kind === 'SENT' && <span className="attachment__size figure">{sizeText(state.file.size)}</span>}
      {state.kind === 'FAILED' && state.canRetry && (
        <IconButton
          icon="refresh"
          size={20}
          label={words.retry(name)}
          onPress={() => attaching.retry(item)}
        />
      )}
      <IconButton icon="close" size={16} label={words.detach(name)} onPress={() => attaching.remove(item)} />
    </li>
  );
}

export function AttachedFiles({ files }: { readonly files: readonly AttachedFile[] }) {
  const words = useWords(fileWords);
  const [shown, setShown] = useState<AttachedFile>();
  if (files.length === 0) return null;
  return (
    <>
      {files.map((file) => (
        <button
          key={file.id}
          type="button"
          className="attachment attachment--sent"
          onClick={() => setShown(file)}
        >
          <Icon name="document" size={20} />
          <span className="attachment__words attachment__name text-cut">{file.name}</span>
          <span className="attachment__size figure">{sizeText(file.size)}</span>
          <span className="unseen">{words.open}</span>
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
  const words = useWords(fileWords);
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
