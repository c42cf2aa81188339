// When a text is shown and to whom, how many that are, and the versions before.
import { Segmented } from '@maru/app/ui/controls/segmented';
import { Switch } from '@maru/app/ui/controls/switch';
import { contentReach, officeContent, publishContent, withdrawContent } from '@maru/contract/content/office';
import { useState } from 'react';
import { Button } from '../parts/button.tsx';
import { ReasonDialog } from '../parts/dialogs.tsx';
import { Chips, Facts, Notice } from '../parts/facts.tsx';
import { Field } from '../parts/form.tsx';
import { minuteOf } from '../parts/moments.ts';
import { useOffice } from '../shell/office-context.tsx';
import { useAct } from '../shell/use-act.ts';
import { useRead } from '../shell/use-read.ts';
import { words } from '../text/content.ts';
import { words as shell } from '../text/shell.ts';
import { type Draft, millisOf, type Text, typedOf } from './draft.ts';
import { diffOf, linesOf } from './editable.ts';

const REACH_EVERY_MS = 15_000;

interface Props {
  readonly draft: Draft;
  readonly text: Text | undefined;
  readonly canEdit: boolean;
  readonly onChange: (part: Partial<Draft>) => void;
  /** Saves what is not saved yet; undefined when it was refused. */
  readonly save: () => Promise<Text | undefined>;
  readonly onText: (text: Text) => void;
  readonly onRestore: (old: Text) => void;
}

export function PublishPanel({ draft, text, canEdit, onChange, save, onText, onRestore }: Props) {
  const office = useOffice();
  const now = office.timers.now();
  const isOpen = text?.status === 'PUBLISHED' && (text.fromMillis ?? 0) <= now;
  const [isLater, setLater] = useState(text?.status === 'PUBLISHED' && !isOpen);
  const [from, setFrom] = useState(() => (text?.fromMillis ? typedOf(text.fromMillis) : ''));
  const [to, setTo] = useState(() => (text?.toMillis ? typedOf(text.toMillis) : ''));
  const [asked, setAsked] = useState<'publish' | 'withdraw'>();
  const publishing = useAct(publishContent);
  const withdrawing = useAct(withdrawContent);
  const isNotice = draft.kind === 'notice';
  const fromMillis = isLater && !isOpen ? millisOf(from) : undefined;

  async function publish(reason: string): Promise<void> {
    const saved = await save();
    if (saved === undefined) return;
    const outcome = await publishing.act({
      ...{ contentId: saved.id, version: saved.version, reason },
      ...(fromMillis === undefined ? {} : { fromMillis }),
      toMillis: to === '' ? null : (millisOf(to) ?? null),
    });
    if (!outcome.ok) return;
    setAsked(undefined);
    onText(outcome.reply);
    office.toast('good', shell.done);
  }
  async function withdraw(reason: string): Promise<void> {
    if (text === undefined) return;
    const outcome = await withdrawing.act({ contentId: text.id, reason });
    if (!outcome.ok) return;
    setAsked(undefined);
    onText(outcome.reply);
    office.toast('good', shell.done);
  }
  const label = isOpen
    ? words.publishChange
    : fromMillis === undefined
      ? words.publish
      : words.publishAt(minuteOf(fromMillis));
  return (
    <section className="panel content-publish">
      {isNotice && (
        <div className="content-publish__part">
          <h2 className="panel__title">{words.forcedPanel.title}</h2>
          <div className="content-publish__switch">
            <p>
              {words.forcedPanel.first}
              <br />
              {words.forcedPanel.second}
            </p>
            <Switch
              label={words.forcedPanel.title}
              checked={draft.isForced}
              disabled={!canEdit}
              onChange={(isForced) => onChange({ isForced })}
            />
          </div>
          <div className="content-publish__switch">
            <p>{words.page.push}</p>
            <Switch
              label={words.page.push}
              checked={draft.isPushed}
              disabled={!canEdit || draft.audience !== 'ALL'}
              onChange={(isPushed) => onChange({ isPushed })}
            />
          </div>
        </div>
      )}
      <div className="content-publish__switch">
        <p>{words.page.pin}</p>
        <Switch
          label={words.page.pin}
          checked={draft.isPinned}
          disabled={!canEdit}
          onChange={(isPinned) => onChange({ isPinned })}
        />
      </div>
      <div className="content-publish__part">
        <h2 className="panel__title">{words.when.title}</h2>
        {!isOpen && (
          <Segmented
            label={words.when.title}
            size="small"
            options={[
              { value: 'now', label: words.when.now },
              { value: 'later', label: words.when.later },
            ]}
            value={isLater ? 'later' : 'now'}
            onChange={(when) => setLater(when === 'later')}
          />
        )}
        {isLater && !isOpen && (
          <Field label={words.when.from} type="datetime-local" value={from} onChange={setFrom} />
        )}
        <Field
          label={words.when.to}
          type="datetime-local"
          hint={words.when.open}
          value={to}
          onChange={setTo}
        />
      </div>
      {isNotice && <Audience draft={draft} onChange={onChange} />}
      {text !== undefined && text.versions.length > 1 && <Versions text={text} onRestore={onRestore} />}
      <span className="content-publish__space" />
      {canEdit && (
        <div className="content-publish__actions">
          {text !== undefined && text.status === 'PUBLISHED' && (
            <Button kind="quiet" onPress={() => setAsked('withdraw')}>
              {words.withdraw}
            </Button>
          )}
          <Button
            kind="primary"
            disabled={isLater && !isOpen && fromMillis === undefined}
            onPress={() => setAsked('publish')}
          >
            {label}
          </Button>
        </div>
      )}
      <ReasonDialog
        open={asked === 'publish'}
        title={label}
        confirm={label}
        usual={words.usual}
        busy={publishing.isBusy}
        onClose={() => setAsked(undefined)}
        onConfirm={(reason) => void publish(reason)}
      />
      <ReasonDialog
        open={asked === 'withdraw'}
        title={words.withdraw}
        confirm={words.withdraw}
        kind="danger"
        usual={words.usualWithdraw}
        busy={withdrawing.isBusy}
        onClose={() => setAsked(undefined)}
        onConfirm={(reason) => void withdraw(reason)}
      />
    </section>
  );
}

function Audience({ draft, onChange }: Pick<Props, 'draft' | 'onChange'>) {
  const { audience, partnerCode, isForced } = draft;
  const code = partnerCode.trim();
  const asked =
    audience === 'PARTNER'
      ? /^[A-Za-z0-9]{2,20}$/.test(code)
        ? { audience, partnerCode: code }
        : null
      : { audience };
  const { data, fault } = useRead(contentReach, asked, { everyMs: REACH_EVERY_MS });
  const people = words.audience.people;
  return (
    <div className="content-publish__part">
      <h2 className="panel__title">{words.audience.title}</h2>
      <Chips
        label={words.audience.title}
        choices={(['ALL', 'HOLDING', 'PARTNER'] as const).map((value) => ({
          value,
          label: words.audience[value],
        }))}
        value={audience}
        onChange={(next) => onChange({ audience: next, ...(next === 'ALL' ? {} : { isPushed: false }) })}
      />
      {audience === 'PARTNER' && (
        <Field
          label={words.audience.code}
          value={partnerCode}
          maxLength={20}
          error={fault?.message}
          onChange={(next) => onChange({ partnerCode: next })}
        />
      )}
      {data !== undefined && asked !== null && (
        <Facts
          facts={[
            { label: words.audience.members, value: people(data.members, data.hasMore) },
            { label: words.audience.online, value: people(data.online, false) },
            {
              label: words.audience.ordering,
              value: people(data.ordering, false),
              tone: data.ordering > 0 ? 'warn' : 'plain',
            },
          ]}
        />
      )}
      {isForced && <Notice tone="warn">{words.forcedPanel.waits}</Notice>}
      {isForced && data !== undefined && (
        <p className="content-publish__quota">{words.forcedPanel.quota(data.forced, data.forcedMost)}</p>
      )}
    </div>
  );
}

function Versions({ text, onRestore }: { readonly text: Text; readonly onRestore: (old: Text) => void }) {
  const [chosen, setChosen] = useState<number>();
  const { data } = useRead(
    officeContent,
    chosen === undefined ? null : { contentId: text.id, version: chosen },
  );
  const isRead = data !== undefined && data.version === chosen;
  return (
    <div className="content-publish__part">
      <h2 className="panel__title">{words.versions.title}</h2>
      <ul className="content-versions">
        {text.versions.slice(0, 12).map(({ version, savedMillis }) => (
          <li key={version}>
            <button
              type="button"
              aria-expanded={chosen === version}
              onClick={() => setChosen(chosen === version ? undefined : version)}
            >
              {words.versions.line(version)}
              {version === text.shownVersion && ` · ${words.versions.shown}`}
              <span className="figure"> {minuteOf(savedMillis)}</span>
            </button>
          </li>
        ))}
      </ul>
      {isRead && (
        <>
          <Diff before={data} after={text} />
          <Button size="small" onPress={() => onRestore(data)}>
            {words.versions.restore}
          </Button>
        </>
      )}
    </div>
  );
}

function Diff({ before, after }: { readonly before: Text; readonly after: Text }) {
  const lines = (text: Text) => [text.titleKo, ...linesOf(text.contentKo)];
  const diff = diffOf(lines(before), lines(after)).filter(({ kind }) => kind !== 'same');
  if (diff.length === 0) return <p>{words.versions.same}</p>;
  return (
    <ul className="content-diff">
      {diff.map(({ kind, text }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line may be there twice.
        <li key={place} className={`content-diff__${kind}`}>
          <span className="content-diff__mark">
            {kind === 'added' ? words.versions.added : words.versions.removed}
          </span>
          {text}
        </li>
      ))}
    </ul>
  );
}
