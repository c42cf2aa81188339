// What a trader offers: the instruments, the share of profit, and some words. In the application and in the settings.
import { parseUnits, rateOfUnits, toDecimal } from '@maru/engine/amount';
import { LEAST_RATE, MOST_RATE } from '@maru/engine/copytrade/terms';
import { useListedFutures } from '../../futures/account/use-futures-instruments.ts';
import { copytradeTradingWords } from '../../text/copytrade-trading.ts';
import { useWords } from '../../text/language.tsx';
import { Chip } from '../../ui/buttons/chip.tsx';
import { Field, FieldMessage } from '../../ui/fields/field.tsx';
import { NumberField } from '../../ui/fields/number-field.tsx';
import { countText } from '../figures.ts';
import { usePairs } from '../use-pairs.ts';
import './terms-fields.css';

export interface TraderTerms {
  readonly pairs: readonly number[];
  /** Percent as it is typed. */
  readonly share: string;
  readonly intro: string;
}

const MOST_INTRO = 100;

/** The typed percentage as a share; undefined where it is outside the range. */
export function shareOf({ share }: Pick<TraderTerms, 'share'>): string | undefined {
  const units = share === '' ? undefined : parseUnits(share);
  const rate = units === undefined ? undefined : rateOfUnits(units / 100n);
  return rate === undefined || rate < LEAST_RATE || rate > MOST_RATE ? undefined : toDecimal(rate);
}

export const isComplete = (terms: TraderTerms): boolean =>
  terms.pairs.length > 0 && shareOf(terms) !== undefined;

interface Props {
  readonly terms: TraderTerms;
  readonly onChange: (change: Partial<TraderTerms>) => void;
}

export function TermsFields({ terms, onChange }: Props) {
  const words = useWords(copytradeTradingWords);
  const pairs = usePairs();
  const { reply = [] } = useListedFutures();
  // Coin futures of other wallets are not copied.
  const copied = reply.filter((each) => each.terms?.walletType === 'FUTURES').map(({ id }) => id);
  const offered = [...new Set([...copied, ...terms.pairs])].sort((a, b) => a - b);
  return (
    <>
      <section className="terms-fields__part" aria-label={words.pairs}>
        <h3 className="text-lead">{words.pairs}</h3>
        <div className="terms-fields__pairs">
          {offered.map((id) => {
            const isChosen = terms.pairs.includes(id);
            return (
              <Chip
                key={id}
                pressed={isChosen}
                icon={isChosen ? 'check' : undefined}
                onPress={() =>
                  onChange({
                    pairs: isChosen
                      ? terms.pairs.filter((each) => each !== id)
                      : [...terms.pairs, id].sort((a, b) => a - b),
                  })
                }
              >
                {pairs.nameOf(id)}
              </Chip>
            );
          })}
        </div>
        <FieldMessage id="terms-pairs" error={terms.pairs.length === 0 ? words.faults.pairs : undefined} />
      </section>
      <NumberField
        surface="sheet"
        name="share"
        label={words.share}
        precision={1}
        unit="%"
        hint={words.shareHint}
        error={terms.share !== '' && shareOf(terms) === undefined ? words.faults.share : undefined}
        value={terms.share}
        onChange={(share) => onChange({ share })}
      />
      <Field
        surface="sheet"
        name="intro"
        label={words.intro}
        maxLength={MOST_INTRO}
        required={false}
        hint={words.introHint(countText(terms.intro.length))}
        value={terms.intro}
        onChange={(intro) => onChange({ intro })}
      />
    </>
  );
}
