// A long text, fetched when it is opened.

import { useEffect, useState } from 'react';
import type { LongText as Document, DocumentName } from '../../text/documents/document.ts';
import { type Language, useLanguage } from '../../text/language.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { LoadFailed } from '../connection/load-failed.tsx';
import './long-text.css';

const libraries: Readonly<Record<Language, () => Promise<Readonly<Record<DocumentName, Document>>>>> = {
  ko: async () => (await import('../../text/documents/ko.ts')).documents,
  en: async () => (await import('../../text/documents/en.ts')).documents,
};

type Fetched = Document | 'loading' | 'failed';

export function LongText({ name }: { readonly name: DocumentName }) {
  const { language, text } = useLanguage();
  const [fetched, setFetched] = useState<Fetched>('loading');
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt fetches again.
  useEffect(() => {
    let isHere = true;
    setFetched('loading');
    libraries[language]().then(
      (library) => isHere && setFetched(library[name]),
      () => isHere && setFetched('failed'),
    );
    return () => {
      isHere = false;
    };
  }, [language, name, attempt]);

  if (fetched === 'loading') return <LongTextSkeleton label={text.shell.loading} />;
  if (fetched === 'failed')
    return (
      <LoadFailed
        title={text.shell.screenFailed}
        message={text.shell.screenFailedLead}
        onRetry={() => setAttempt(attempt + 1)}
      />
    );
  return (
    <article className="long-text">
      <p className="text-caption">{fetched.since}</p>
      {fetched.sections.map(({ heading, paragraphs }) => (
        <section key={heading}>
          <h2 className="long-text__heading text-title3">{heading}</h2>
          {paragraphs.map((paragraph) => (
            <p key={paragraph} className="long-text__paragraph">
              {paragraph}
            </p>
          ))}
        </section>
      ))}
    </article>
  );
}

const LINES = [92, 100, 78, 96, 64, 99, 88, 72];

export const LongTextSkeleton = ({ label }: { readonly label: string }) => (
  <div className="long-text" role="status" aria-label={label}>
    {LINES.map((width) => (
      <Skeleton key={width} width={`${width}%`} height={16} />
    ))}
  </div>
);
