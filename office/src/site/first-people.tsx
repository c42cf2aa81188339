// The two accounts that are made with a site: who runs it, and the head office of its partners.
import type { Sent } from '@maru/client/call';
import type { openSite } from '@maru/contract/site/office';
import { Field } from '../parts/form.tsx';
import { Panel } from '../parts/panel.tsx';
import { words } from '../text/site.ts';

type Body = NonNullable<Sent<typeof openSite>['body']>;
export interface FirstPeople {
  readonly head: NonNullable<Body['head']>;
  readonly partner: NonNullable<Body['partner']>;
}

export const FIRST_PEOPLE: FirstPeople = {
  head: { username: 'head', name: '총괄' },
  partner: { username: 'partner', name: '본사', nick: '본사', code: 'HEAD' },
};

const USERNAME = /^[a-z0-9_-]{4,20}$/;
const NICK = /^[가-힣A-Za-z0-9]{2,12}$/;
const CODE = /^[A-Za-z0-9]{2,20}$/;

/** As the call checks them: a field that is not filled in rightly is not sent. */
export const arePeople = ({ head, partner }: FirstPeople): boolean =>
  USERNAME.test(head.username) &&
  USERNAME.test(partner.username) &&
  head.username !== partner.username &&
  [head.name, partner.name].every((name) => name.trim() !== '') &&
  NICK.test(partner.nick) &&
  CODE.test(partner.code);

export function FirstPeopleForm({
  people,
  onChange,
}: {
  readonly people: FirstPeople;
  readonly onChange: (people: FirstPeople) => void;
}) {
  const { head, partner } = people;
  const ofHead = (change: Partial<FirstPeople['head']>) =>
    onChange({ ...people, head: { ...head, ...change } });
  const ofPartner = (change: Partial<FirstPeople['partner']>) =>
    onChange({ ...people, partner: { ...partner, ...change } });
  return (
    <Panel title={words.firstPeople}>
      <p className="site-people__hint">{words.firstPeopleHint}</p>
      <div className="form-grid">
        <Field
          label={words.people.headUsername}
          hint={words.usernameHint}
          value={head.username}
          maxLength={20}
          onChange={(username) => ofHead({ username: username.toLowerCase() })}
        />
        <Field
          label={words.people.headName}
          value={head.name}
          maxLength={40}
          onChange={(name) => ofHead({ name })}
        />
        <Field
          label={words.people.partnerUsername}
          hint={words.usernameHint}
          value={partner.username}
          maxLength={20}
          onChange={(username) => ofPartner({ username: username.toLowerCase() })}
        />
        <Field
          label={words.people.partnerName}
          value={partner.name}
          maxLength={40}
          onChange={(name) => ofPartner({ name })}
        />
        <Field
          label={words.people.partnerNick}
          hint={words.nickHint}
          value={partner.nick}
          maxLength={12}
          onChange={(nick) => ofPartner({ nick })}
        />
        <Field
          label={words.people.partnerCode}
          hint={words.partnerCodeHint}
          value={partner.code}
          maxLength={20}
          onChange={(code) => ofPartner({ code })}
        />
      </div>
    </Panel>
  );
}
