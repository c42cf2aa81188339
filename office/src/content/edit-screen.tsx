// The editor of a text, what belongs to its publication, and the phone beside it.
import { CATEGORIES } from '@maru/contract/content/item';
import { KINDS, officeContent, saveContent } from '@maru/contract/content/office';
import { useEffect, useState } from 'react';
import { Button } from '../parts/button.tsx';
import { Tag } from '../parts/facts.tsx';
import { Field, Select } from '../parts/form.tsx';
import { timeOf } from '../parts/moments.ts';
import { Page } from '../parts/page.tsx';
import { useMay, useOffice, useWatched } from '../shell/office-context.tsx';
import { queryOf } from '../shell/place.ts';
import { useAct } from '../shell/use-act.ts';
import { useRead } from '../shell/use-read.ts';
import { useUpload } from '../shell/use-upload.ts';
import { categoryNames, words } from '../text/content.ts';
import './content.css';
import { type Category, type Draft, draftOf, emptyDraft, type Kind, savedBody, type Text } from './draft.ts';
import { linesOf } from './editable.ts';
import { PhonePreview } from './phone-preview.tsx';
import { PublishPanel } from './publish-panel.tsx';
import { LanguageChoice, RichEditor } from './rich-editor.tsx';
import { checkWording } from './wording.ts';

const MOST = 10_000;
const kindOf = (given: string | null): Kind => KINDS.find((kind) => kind === given) ?? 'notice';

export function Screen() {
  const office = useOffice();
  const query = queryOf(useWatched(office.place.at));
  const id = Number(query.get('id') ?? 0);
  /** The number of a text that was begun here. */
  const [made, setMade] = useState<number>();
  if (made !== undefined && id !== 0 && id !== made) setMade(undefined);
  // Its address names it once it has a number, and its editor stays: it may be publishing, or somebody is typing.
  useEffect(() => {
    if (made !== undefined) office.place.replace(`/content/edit?id=${made}`);
  }, [office, made]);
  const isBegunHere = id === 0 || id === made;
  const { data, fault } = useRead(officeContent, isBegunHere ? null : { contentId: id });
  if (isBegunHere)
    return <Editor key="new" loaded={undefined} kind={kindOf(query.get('kind'))} onMade={setMade} />;
  if (fault !== undefined) return <p className="frame__note">{fault.message}</p>;
  if (data?.id !== id) return null;
  return <Editor key={id} loaded={data} kind={data.kind} />;
}

interface EditorProps {
  readonly loaded: Text | undefined;
  readonly kind: Kind;
  /** A new text has got its number. */
  readonly onMade?: (id: number) => void;
}

function Editor({ loaded, kind, onMade }: EditorProps) {
  const office = useOffice();
  const canEdit = useMay()('CONTENT_EDIT');
  const [text, setText] = useState(loaded);
  const [draft, setDraft] = useState<Draft>(() =>
    loaded === undefined ? emptyDraft(kind) : draftOf(loaded),
  );
  const [language, setLanguage] = useState<'ko' | 'en'>('ko');
  /** Counts what was put into the editor from outside. */
  const [shownFrom, setShownFrom] = useState(0);
  const { act, isBusy } = useAct(saveContent);
  const change = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }));
  const written = draft[language];
  const isSaved = text !== undefined && JSON.stringify(draftOf(text)) === JSON.stringify(draft);
  const upload = useUpload();

  async function save(): Promise<Text | undefined> {
    if (isSaved) return text;
    const outcome = await act(savedBody(draft, text));
    if (!outcome.ok) return undefined;
    setText(outcome.reply);
    setDraft(draftOf(outcome.reply));
    onMade?.(outcome.reply.id);
    // The server may have removed what is not allowed.
    setShownFrom((count) => count + 1);
    return outcome.reply;
  }

  return (
    <Page
      title={draft.kind === 'notice' ? words.page.write : words.page.writeOther}
      badge={
        isSaved ? (
          <Tag>
            {words.page.saved} <span className="figure">{timeOf(text.changedMillis)}</span>
          </Tag>
        ) : (
          <Tag tone="warn">{words.page.unsaved}</Tag>
        )
      }
      tools={
        <>
          <Button size="small" icon="back" onPress={() => office.place.go('/content')}>
            {words.page.back}
          </Button>
          {canEdit && (
            <Button size="small" hotkey="s" disabled={isSaved} busy={isBusy} onPress={() => void save()}>
              {words.page.save}
            </Button>
          )}
        </>
      }
    >
      <div className="content-editor">
        <section className="panel content-editor__text">
          <div className="content-editor__choices">
            {text === undefined && (
              <Select
                label={words.kind}
                value={draft.kind}
                choices={KINDS.map((value) => ({ value, label: words.kinds[value] }))}
                onChange={(value) => change({ kind: value })}
              />
            )}
            <Select<Category>
              label={words.page.category}
              value={draft.category}
              choices={[
                { value: '' as const, label: words.page.noCategory },
                ...CATEGORIES.map((value) => ({ value, label: categoryNames[value] })),
              ]}
              onChange={(category) => change({ category })}
            />
            {draft.kind === 'static' && text === undefined && (
              <Field
                label={words.page.name}
                hint={words.page.nameHint}
                value={draft.name}
                maxLength={40}
                onChange={(name) => change({ name })}
              />
            )}
            <LanguageChoice value={language} onChange={setLanguage} />
            <span className="content-editor__number figure">
              {text === undefined ? '' : `${words.page.number} #${text.id}`}
            </span>
          </div>
          <input
            className="content-editor__title"
            aria-label={words.page.heading}
            placeholder={words.page.heading}
            maxLength={100}
            value={written.title}
            onChange={(event) => change({ [language]: { ...written, title: event.target.value } })}
          />
          <RichEditor
            name={`${language} ${shownFrom}`}
            html={written.content}
            most={MOST}
            onChange={(content) =>
              setDraft((before) => ({ ...before, [language]: { ...before[language], content } }))
            }
            upload={async (file) => (await upload(file))?.id}
          />
          <WordingCheck text={[draft.ko.title, ...linesOf(draft.ko.content)].join('\n')} />
        </section>
        <PublishPanel
          draft={draft}
          text={text}
          canEdit={canEdit}
          onChange={change}
          save={save}
          onText={setText}
          onRestore={(old) => {
            setDraft({ ...draftOf(old), kind: draft.kind });
            setShownFrom((count) => count + 1);
          }}
        />
        <PhonePreview
          title={written.title || draft.ko.title}
          html={written.content || draft.ko.content}
          at={text?.fromMillis ?? office.timers.now()}
        />
      </div>
    </Page>
  );
}

function WordingCheck({ text }: { readonly text: string }) {
  const now = new Date(useOffice().timers.now());
  const { isPolite, wrongDates, exaggerations, lacksAmends } = checkWording(text, now);
  const [wrong] = wrongDates;
  const { check } = words;
  const checks: readonly (readonly [isGood: boolean, label: string])[] = [
    [isPolite, check.politeness],
    [wrong === undefined, wrong === undefined ? check.dates : check.wrongDate(wrong.written, wrong.weekday)],
    [exaggerations.length === 0, exaggerations[0] ?? check.plain],
    [!lacksAmends, lacksAmends ? check.amendsMissing : check.amends],
  ];
  return (
    <ul className="wording-check" aria-label={check.title}>
      <li className="wording-check__title">{check.title}</li>
      {checks.map(([isGood, label]) => (
        <li key={label} className={isGood ? undefined : 'wording-check__warn'}>
          <span aria-hidden="true">{isGood ? '✓' : '△'}</span> {label}
        </li>
      ))}
    </ul>
  );
}
