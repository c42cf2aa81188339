import { type AuditEntry, auditEntry } from '@maru/contract/audit/calls';
import { Button } from '../parts/button.tsx';
import { Facts, Notice, Tag } from '../parts/facts.tsx';
import { secondOf } from '../parts/moments.ts';
import { Drawer, DrawerSection } from '../parts/panel.tsx';
import { useRead } from '../shell/use-read.ts';
import { words } from '../text/audit.ts';
import { changesOf, hashText } from './diff.ts';
import { actionOf, nameOf, subjectOf, subjectWords } from './entry-words.ts';

interface Props {
  readonly number: number;
  /** Shows everything of its author. */
  readonly onPerson: (entry: AuditEntry) => void;
  /** Shows everything about its subject. */
  readonly onSubject: (subject: string) => void;
  readonly onClose: () => void;
}

export function AuditDrawer({ number, onPerson, onSubject, onClose }: Props) {
  const { data: entry } = useRead(auditEntry, { number });
  if (entry === undefined)
    return (
      <Drawer label={words.own} head={null} onClose={onClose}>
        {null}
      </Drawer>
    );
  const changes = changesOf(entry.before, entry.after);
  const facts = [
    { label: words.number, value: entry.number.toLocaleString('ko-KR') },
    { label: words.subject, value: subjectWords(entry) },
    { label: words.reason, value: entry.reason === '' ? '—' : entry.reason },
    ...(entry.confirmedBy === null
      ? []
      : [{ label: words.confirmed, value: entry.confirmedName ?? `#${entry.confirmedBy}` }]),
    { label: words.address, value: entry.ip ?? '—' },
    ...(entry.userAgent === null ? [] : [{ label: words.browser, value: entry.userAgent }]),
  ];
  return (
    <Drawer
      label={words.own}
      onClose={onClose}
      head={
        <>
          <p className="audit-drawer__what">
            {words.groups[entry.group]} · {actionOf(entry)}{' '}
            {entry.isUnusual && <Tag tone="warn">{words.attention}</Tag>}
          </p>
          <h2 className="audit-drawer__who">{nameOf(entry)}</h2>
          <p className="audit-quiet figure">{secondOf(entry.atMillis)}</p>
        </>
      }
      actions={
        <>
          <Button onPress={() => onPerson(entry)}>{words.ofPerson}</Button>
          <Button onPress={() => onSubject(subjectOf(entry))}>{words.ofSubject}</Button>
        </>
      }
    >
      <Facts facts={facts} />
      <DrawerSection title={words.changed}>
        {changes.length === 0 ? (
          <p className="audit-quiet">{words.unchanged}</p>
        ) : (
          <dl className="audit-diff figure">
            {changes.map(({ field, before, after }) => (
              <div key={field}>
                <dt className="audit-diff__name">{field}</dt>
                {before !== undefined && <dd className="audit-diff__before">− {before}</dd>}
                {after !== undefined && <dd className="audit-diff__after">+ {after}</dd>}
              </div>
            ))}
          </dl>
        )}
      </DrawerSection>
      <DrawerSection title={words.around}>
        <ol className="audit-chain">
          <Link title={words.previous} hash={entry.previous} none={words.first} />
          <Link title={words.own} hash={entry.hash} isOwn />
          <Link title={words.next} hash={entry.next?.hash ?? ''} none={words.newest} />
        </ol>
      </DrawerSection>
      {entry.isUnusual && entry.reveals !== null && (
        <Notice tone="warn">
          {words.reveals(nameOf(entry), entry.reveals.day)}{' '}
          {entry.reveals.usual === 0
            ? words.unusual
            : words.usual((entry.reveals.day / entry.reveals.usual).toFixed(0))}
        </Notice>
      )}
    </Drawer>
  );
}

const Link = ({
  title,
  hash,
  none = '',
  isOwn = false,
}: {
  readonly title: string;
  readonly hash: string;
  readonly none?: string;
  readonly isOwn?: boolean;
}) => (
  <li className={isOwn ? 'audit-chain__link audit-chain__link--own' : 'audit-chain__link'}>
    <span>{title}</span>
    <span className="audit-hash">{hash === '' ? none : hashText(hash)}</span>
  </li>
);
