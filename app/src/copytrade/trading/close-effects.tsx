// What closing each of the open trades would do to followers, live, before anything is pressed (picture 38b).
import { displayName } from '@maru/client/format-label';
import { marketPrice, otherSide } from '@maru/engine/futures/terms';
import { heldOf } from '../../futures/account/engine-view.ts';
import { copytradeTradingWords } from '../../text/copytrade-trading.ts';
import { useWords } from '../../text/language.tsx';
import { usePriced } from '../use-copy-profits.ts';
import type { Pairs } from '../use-pairs.ts';
import { EffectFacts } from './effect-facts.tsx';
import { followerEffect } from './follower-effect.ts';
import type { OpenLead } from './use-own-trading.ts';

interface Props {
  readonly leads: readonly OpenLead[];
  readonly pairs: Pairs;
}

export function CloseEffects({ leads, pairs }: Props) {
  const words = useWords(copytradeTradingWords);
  const pricedOf = usePriced(leads.map(({ position }) => position.stock));
  const copied = leads.flatMap((lead) => {
    const instrument = pairs.find(lead.position.futuresOptionId);
    return lead.copied.joined > 0 && instrument !== undefined ? [{ ...lead, instrument }] : [];
  });
  if (copied.length === 0) return null;
  return (
    <section className="copy-block" aria-labelledby="lead-effects">
      <h2 id="lead-effects" className="text-heading">
        {words.effect}
      </h2>
      {copied.map(({ position, copied: by, instrument }) => {
        const { side, qty } = heldOf(position);
        const priced = pricedOf.get(position.futuresOptionId);
        const price = priced && marketPrice(otherSide(side), priced.quote);
        const effect = price && followerEffect(by, { side, price, part: qty, of: qty }, priced.terms);
        return (
          <div key={position.id} className="copy-block__body">
            {copied.length > 1 && <h3 className="close-effects__name">{displayName(position.stock)}</h3>}
            <EffectFacts copied={by} instrument={instrument} effect={effect} />
          </div>
        );
      })}
    </section>
  );
}
