// A text that members accept: the present version, or the one in the address, and which ones the member accepted when.
import { formatDate } from '@maru/client/format-date';
import { myTerms } from '@maru/contract/identity/member-calls';
import { useAnswer } from '../shell/connection/use-answer.ts';
import { TermsText } from '../shell/messages/terms-text.tsx';
import { usePlatform, useWatched } from '../shell/platform.tsx';
import { Link, useRouter } from '../shell/routing/router.tsx';
import { documentWords } from '../text/document.ts';
import { useWords } from '../text/language.tsx';
import { ListRow, SectionTitle } from '../ui/rows/list-row.tsx';

interface Props {
  readonly name: 'terms' | 'privacy';
}

export function TermsPage({ name }: Props) {
  const isMember = useWatched(usePlatform().member) !== undefined;
  const { search } = useRouter().history.location;
  const version = Number(new URLSearchParams(search).get('version') ?? '0');
  return (
    <>
      <TermsText key={search} name={name} version={version > 0 ? version : undefined} />
      {isMember && <Accepted name={name} />}
    </>
  );
}

function Accepted({ name }: Props) {
  const words = useWords(documentWords);
  const kind = name === 'terms' ? 'TERMS' : 'PRIVACY';
  const accepted = (useAnswer(myTerms, {}).reply?.accepted ?? []).filter((each) => each.kind === kind);
  if (accepted.length === 0) return null;
  return (
    <section aria-label={words.accepted}>
      <SectionTitle>{words.accepted}</SectionTitle>
      <ul>
        {accepted.map(({ version, atMillis }) => (
          <li key={version}>
            <ListRow
              height={56}
              plain
              chevron
              title={words.version(String(version))}
              meta={words.acceptedOn(formatDate(atMillis))}
              renderLink={(link) => <Link to={`/more/${name}?version=${version}`} {...link} />}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
