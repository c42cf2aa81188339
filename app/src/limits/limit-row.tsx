import type { WireLimit } from '@maru/contract/limits/calls';
import { useServerSecond } from '../shell/connection/use-server-second.ts';
import { useMoneyText } from '../shell/money-text.ts';
import { useWords } from '../text/language.tsx';
import { limitsWords } from '../text/limits.ts';
import { textLinkClass } from '../ui/buttons/button.tsx';
import { Icon } from '../ui/icons/icon.tsx';
import type { IconName } from '../ui/icons/icons.ts';
import { type LimitKind, momentText, sharePercent, usedText, valueText } from './limit-words.ts';
import { UsedBar } from './used-bar.tsx';

const icons: Readonly<Record<LimitKind, IconName>> = {
  LOSS: 'shield',
  STAKE: 'bolt',
  DEPOSIT: 'download',
  TIME: 'clock',
};

interface Props {
  readonly limit: WireLimit;
  readonly onChange: () => void;
  readonly onTakeBack: () => void;
}

export function LimitRow({ limit, onChange, onTakeBack }: Props) {
  const words = useWords(limitsWords);
  const money = useMoneyText('KRW');
  const { kind, value, pending } = limit;
  const share = sharePercent(limit);
  const held = value === null ? words.none : valueText(kind, value, words, money);
  return (
    <section className="limit-row">
      <button type="button" className="limit-row__head" onClick={onChange}>
        <Icon name={icons[kind]} size={22} />
        <span className="limit-row__name">{words.name[kind]}</span>{' '}
        <span className={value === null ? 'limit-row__none' : 'limit-row__value figure'}>{held}</span>{' '}
        <span className="unseen">{words.change}</span>
        <Icon name="chevron-right" size={18} />
      </button>
      {value !== null && kind !== 'STAKE' && <UsedBar label={words.name[kind]} share={share} />}
      {value !== null && (
        <p className="limit-row__used text-caption">
          <span>{usedText(limit, words, money)}</span>
          {kind !== 'STAKE' && (
            <span className={share >= 80 ? 'limit-row__share limit-row__share--near' : 'limit-row__share'}>
              {words.percent(String(share))}
            </span>
          )}
        </p>
      )}
      {pending !== null && <PendingStrip kind={kind} pending={pending} onTakeBack={onTakeBack} />}
    </section>
  );
}

interface PendingProps {
  readonly kind: LimitKind;
  readonly pending: NonNullable<WireLimit['pending']>;
  readonly onTakeBack: () => void;
}

function PendingStrip({ kind, pending, onTakeBack }: PendingProps) {
  const words = useWords(limitsWords);
  const money = useMoneyText('KRW');
  const now = useServerSecond();
  const to =
    pending.value === null
      ? words.pendingNone
      : words.pendingTo(valueText(kind, pending.value, words, money));
  return (
    <div className="limit-row__pending">
      <Icon name="clock" size={18} weight={2} />
      <span className="limit-row__pending-words">
        {to} · <strong>{words.from(momentText(pending.fromMillis, now, words))}</strong>
      </span>
      <button type="button" className={`${textLinkClass} limit-row__take-back`} onClick={onTakeBack}>
        {words.takeBack}
      </button>
    </div>
  );
}
