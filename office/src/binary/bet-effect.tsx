// What other terms would have done to the newest bets: shown before a change is made.
import type { ReceivedReply } from '@maru/client/call';
import type { optionSettingEffect } from '@maru/contract/binary/office';
import { money, signed } from '../control/figures.ts';
import { Facts, Notice } from '../parts/facts.tsx';
import { minuteOf } from '../parts/moments.ts';
import { words } from '../text/binary.ts';

const text = words.betEffect;

type Effect = ReceivedReply<typeof optionSettingEffect>;

export function BetEffectView({ effect }: { readonly effect: Effect | undefined }) {
  if (effect === undefined) return <p role="status">{text.pending}</p>;
  const { waiting, past, refused, house, returnPercent } = effect;
  return (
    <section aria-label={text.title}>
      <Facts
        facts={[
          { label: text.waiting, value: text.bets(waiting.bets, money(waiting.stake)) },
          { label: text.past, value: text.bets(past.bets, money(past.stake)) },
          ...(past.sinceMillis === null ? [] : [{ label: text.since, value: minuteOf(past.sinceMillis) }]),
          {
            label: text.refused,
            value: text.bets(refused.bets, money(refused.stake)),
            tone: refused.bets > 0 ? 'warn' : 'plain',
          },
          { label: text.house, value: `${signed(house.before)} → ${signed(house.after)} ${effect.currency}` },
          ...(returnPercent.after === ''
            ? []
            : [{ label: text.returns, value: `${returnPercent.before}% → ${returnPercent.after}%` }]),
        ]}
      />
      <Notice>{text.note}</Notice>
    </section>
  );
}
