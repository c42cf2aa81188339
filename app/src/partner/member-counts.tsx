// How many members there are, and under whom. Of a member a partner sees nothing else.
import { useWords } from '../text/language.tsx';
import { partnerWords } from '../text/partner.ts';
import { ListRow } from '../ui/rows/list-row.tsx';
import { Note } from '../ui/states/note.tsx';
import './partners-below.css';
import { type Dashboard, peopleText } from './rate-text.ts';

export function MemberCounts({ dashboard }: { readonly dashboard: Dashboard }) {
  const words = useWords(partnerWords);
  return (
    <section className="member-counts" aria-label={words.tabs.members}>
      <dl className="share-figures">
        <div>
          <dt>{words.ownMembers}</dt>
          <dd className="figure">{peopleText(dashboard.members, words)}</dd>
        </div>
        <div>
          <dt>{words.allMembers}</dt>
          <dd className="figure">{peopleText(dashboard.membersBelow, words)}</dd>
        </div>
        <div>
          <dt>{words.joined}</dt>
          <dd className="figure">{peopleText(dashboard.joinedThisMonth, words)}</dd>
        </div>
      </dl>
      <h2 className="member-counts__title">{words.membersBy}</h2>
      <ul>
        {dashboard.tree.map((node) => (
          <li key={node.id}>
            <ListRow
              height={60}
              ruled
              title={node.name}
              meta={`${words.levels[node.level]} · ${node.code}`}
              value={peopleText(node.members, words)}
            />
          </li>
        ))}
      </ul>
      <div className="member-counts__note">
        <Note>{words.membersNote}</Note>
      </div>
    </section>
  );
}
