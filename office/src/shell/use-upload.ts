// Uploads a picture and answers how it was stored; a refusal is shown as a toast.
import { officeUploadFile } from '@maru/contract/file/calls';
import { words } from '../text/shell.ts';
import { refusalIn } from './fetch-file.ts';
import { useOffice } from './office-context.tsx';

interface Uploaded {
  readonly id: string;
  readonly name: string;
}

/** What the server draws anew. */
export const PICTURE_TYPES = 'image/jpeg,image/png,image/webp';

export function useUpload(): (file: File) => Promise<Uploaded | undefined> {
  const office = useOffice();
  return async (file) => {
    const form = new FormData();
    form.set('file', file, file.name);
    const token = await office.session.accessToken();
    const response = await office
      .fetch(officeUploadFile.path, {
        method: 'POST',
        headers: { accept: 'application/json', 'accept-language': 'ko', authorization: `Bearer ${token}` },
        body: form,
      })
      .catch(() => undefined);
    if (response?.ok === true) return (await response.json()) as Uploaded;
    office.toast('bad', (await refusalIn(response)) ?? words.uploadFailed);
    return undefined;
  };
}
