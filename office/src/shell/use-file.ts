// A file that a call answers with, saved by the browser.
import type { Sent } from '@maru/client/call';
import type { AnyCall } from '@maru/contract/call';
import { useState } from 'react';
import { words } from '../text/shell.ts';
import { fetchFile, refusalIn } from './fetch-file.ts';
import { useOffice } from './office-context.tsx';

export interface FileSaver {
  readonly isBusy: boolean;
  save(): Promise<void>;
}

export function useFile<C extends AnyCall>(call: C, query: Sent<C>['query']): FileSaver {
  const office = useOffice();
  const [isBusy, setBusy] = useState(false);

  async function save(): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    try {
      const parts: Blob[] = [];
      let response: Response | undefined;
      let next: string | undefined;
      // A long file comes in parts, so that the server holds one of them at a time.
      do {
        response = await fetchFile(office, call, { before: next, ...(query as object) } as Sent<C>['query']);
        if (response?.ok !== true) {
          office.toast('bad', (await refusalIn(response)) ?? words.transport.tryAgain);
          return;
        }
        parts.push(await response.blob());
        next = response.headers.get('x-next') ?? undefined;
      } while (next !== undefined && parts.length < MOST_PARTS);
      const url = URL.createObjectURL(new Blob(parts, { type: 'text/csv' }));
      const link = document.createElement('a');
      link.href = url;
      link.download = nameIn(response.headers.get('content-disposition')) ?? 'maru.csv';
      link.click();
      office.timers.after(KEPT_MS, () => URL.revokeObjectURL(url));
    } finally {
      setBusy(false);
    }
  }
  return { isBusy, save };
}

const KEPT_MS = 10_000;
/** About a million lines: more than a spreadsheet opens. */
const MOST_PARTS = 100;

function nameIn(disposition: string | null): string | undefined {
  const match = /filename\*=UTF-8''([^;]+)/.exec(disposition ?? '');
  return match?.[1] === undefined ? undefined : decodeURIComponent(match[1]);
}
