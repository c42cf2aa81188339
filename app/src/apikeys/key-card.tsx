import type { WireApiKey } from '@maru/contract/apikeys/calls';
import { apikeysWords } from '../text/apikeys.ts';
import { useWords } from '../text/language.tsx';
import { IconButton } from '../ui/buttons/button.tsx';
import { Badge } from '../ui/figures/badge.tsx';
import { Card } from '../ui/layout/card.tsx';
import { endOf, lastUseText, shortKey } from './key-words.ts';

interface Props {
  readonly of: WireApiKey;
  readonly now: number;
  readonly onMenu: () => void;
}

export function KeyCard({ of, now, onMenu }: Props) {
  const words = useWords(apikeysWords);
  const end = endOf(of, now, words);
  return (
    <Card label={of.name} className="key-card">
      <div className="key-card__head">
        <h2 className="text-title3">{of.name}</h2>
        <IconButton icon="dots" size={20} label={`${of.name} ${words.menu}`} quiet onPress={onMenu} />
      </div>
      <p className="key-card__id figure">{shortKey(of.key)}</p>
      <div className="key-card__scopes">
        <ScopeBadges scopes={of.scopes} />
        {end.state !== 'LATER' && (
          <span className="key-card__end">
            <Badge tone={end.state === 'SOON' ? 'warn' : 'danger'}>
              {end.state === 'SOON' ? words.soon : words.expired}
            </Badge>
          </span>
        )}
      </div>
      <dl className="key-card__facts">
        <dt>{words.addresses}</dt>
        <dd className={of.addresses.length === 0 ? 'key-card__everywhere' : 'figure'}>
          {of.addresses.length === 0
            ? words.everywhere
            : of.addresses.map((address) => <span key={address}>{address}</span>)}
        </dd>
        <dt>{words.expires}</dt>
        <dd className="figure">{end.text}</dd>
        <dt>{words.lastUse}</dt>
        <dd className="figure">{lastUseText(of, now, words)}</dd>
      </dl>
    </Card>
  );
}

export function ScopeBadges({ scopes }: Pick<WireApiKey, 'scopes'>) {
  const words = useWords(apikeysWords);
  return scopes.map((scope) => (
    <Badge key={scope} tone={scope === 'TRADE' ? 'brass' : 'neutral'}>
      {words.scope[scope]}
    </Badge>
  ));
}
