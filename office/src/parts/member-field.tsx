// Finds a member by the beginning of a name, the end of a phone number or the number of the account.
import { memberList } from '@maru/contract/members/calls';
import { useState } from 'react';
import { useMay } from '../shell/office-context.tsx';
import { useRead } from '../shell/use-read.ts';
import { words } from '../text/shell.ts';
import { Field } from './form.tsx';
import './member-field.css';

export interface FoundMember {
  readonly id: number;
  readonly name: string;
  readonly username: string;
}

interface Props {
  readonly label: string;
  readonly chosen: FoundMember | undefined;
  readonly error?: string | undefined;
  readonly onChoose: (member: FoundMember | undefined) => void;
}

const MOST_SHOWN = 6;
const nameOf = ({ name, username, id }: FoundMember): string => `${name} ${username} #${id}`;

export function MemberField({ label, chosen, error, onChoose }: Props) {
  const may = useMay();
  const [text, setText] = useState('');
  const find = text.trim();
  const isSearching = chosen === undefined && find !== '' && may('MEMBER_READ');
  const found = useRead(memberList, isSearching ? { find, size: MOST_SHOWN } : null);
  const rows = isSearching && !found.isLoading ? (found.data?.content ?? []) : [];
  return (
    <div className="member-field">
      <Field
        label={label}
        value={chosen === undefined ? text : nameOf(chosen)}
        isFirst
        maxLength={40}
        hint={words.findMember}
        error={error}
        onChange={(typed) => {
          // Whoever types over a chosen member searches anew.
          setText(chosen === undefined ? typed : '');
          onChoose(undefined);
        }}
      />
      {isSearching && !found.isLoading && rows.length === 0 && <p role="status">{words.noMember}</p>}
      {rows.length > 0 && (
        <ul className="member-field__found" aria-label={words.foundMembers}>
          {rows.map((row) => (
            <li key={row.id}>
              <button type="button" onClick={() => onChoose(row)}>
                <b>{row.name}</b> {row.username} <span className="figure">#{row.id}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
