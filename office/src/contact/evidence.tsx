// What an inquiry is about, as it was when the member asked; the hash is computed again here.
import { officeContactEvidence } from '@maru/contract/contact/calls';
import { useEffect, useState } from 'react';
import { Tag } from '../parts/facts.tsx';
import { DrawerSection } from '../parts/panel.tsx';
import { useRead } from '../shell/use-read.ts';
import { words } from '../text/contact.ts';

async function sha256Of(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

export function Evidence({ id }: { readonly id: number }) {
  const { data } = useRead(officeContactEvidence, { id });
  const [isSame, setSame] = useState<boolean>();
  useEffect(() => {
    if (data === undefined) return;
    void sha256Of(data.json).then((hash) => setSame(hash === data.sha256));
  }, [data]);
  if (data === undefined) return null;
  return (
    <DrawerSection title={words.evidence}>
      <p>
        {data.kind} {data.id}{' '}
        {isSame !== undefined && (
          <Tag tone={isSame ? 'up' : 'danger'}>{isSame ? words.verified : words.tampered}</Tag>
        )}
      </p>
      <details>
        <summary>{words.evidenceLead}</summary>
        <pre className="evidence">{JSON.stringify(JSON.parse(data.json), null, 2)}</pre>
      </details>
    </DrawerSection>
  );
}
