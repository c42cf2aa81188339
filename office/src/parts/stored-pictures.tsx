// Pictures that were sent with a text: small beside it, large when pressed. The server shows no picture that is not what
// was stored.
import { Modal } from '@maru/app/ui/overlays/modal';
import { officeFile } from '@maru/contract/file/calls';
import { useEffect, useId, useState } from 'react';
import { fetchFile, refusalIn } from '../shell/fetch-file.ts';
import { useOffice } from '../shell/office-context.tsx';
import { words } from '../text/shell.ts';
import { Button } from './button.tsx';
import { Tag } from './facts.tsx';
import './stored-pictures.css';

interface StoredPicture {
  readonly id: string;
  readonly name: string;
  readonly width: number;
  readonly height: number;
}

export function StoredPictures({ files }: { readonly files: readonly StoredPicture[] }) {
  if (files.length === 0) return null;
  return (
    <ul className="stored-pictures" aria-label={words.pictures.list}>
      {files.map((file) => (
        <li key={file.id}>
          <Picture file={file} />
        </li>
      ))}
    </ul>
  );
}

interface Shown {
  readonly url?: string;
  readonly fault?: string;
}

/** Pictures are read with the token, so an address alone shows nothing. */
function usePicture(id: string): Shown {
  const office = useOffice();
  const [shown, setShown] = useState<Shown>({});
  useEffect(() => {
    let url: string | undefined;
    let isGone = false;
    void fetchFile(office, officeFile, { id }).then(async (response) => {
      if (response?.ok !== true) {
        const fault = (await refusalIn(response)) ?? words.pictures.missing;
        if (!isGone) setShown({ fault });
        return;
      }
      const picture = await response.blob();
      if (isGone) return;
      url = URL.createObjectURL(picture);
      setShown({ url });
    });
    return () => {
      isGone = true;
      if (url !== undefined) URL.revokeObjectURL(url);
    };
  }, [office, id]);
  return shown;
}

function Picture({ file: { id, name, width, height } }: { readonly file: StoredPicture }) {
  const { url, fault } = usePicture(id);
  const [isLarge, setLarge] = useState(false);
  const title = useId();
  if (fault !== undefined) return <Tag tone="danger">{fault}</Tag>;
  if (url === undefined) return <p role="status">{words.loading}</p>;
  return (
    <>
      <button
        type="button"
        className="stored-pictures__open"
        aria-label={words.pictures.open(name)}
        onClick={() => setLarge(true)}
      >
        <img src={url} alt="" width={width} height={height} />
      </button>
      <Modal
        open={isLarge}
        onClose={() => setLarge(false)}
        placement="centre"
        labelledBy={title}
        panelClassName="office-dialog stored-pictures__large"
      >
        <h2 id={title} className="office-dialog__title">
          {name}
        </h2>
        <img src={url} alt={name} width={width} height={height} />
        <p className="stored-pictures__foot">
          <Tag tone="up">{words.pictures.checked}</Tag>
          <Button onPress={() => setLarge(false)}>{words.close}</Button>
        </p>
      </Modal>
    </>
  );
}
