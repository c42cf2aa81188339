// The newest receipts of every product, and how to check one.

import { formatTimeOfDay } from '@maru/client/format-time';
import { myTrials } from '@maru/contract/trial/calls';
import { indexRule } from '@maru/engine/market/index-path';
import { nameOf } from '../market/instruments/instrument-words.ts';
import { useListings } from '../market/listing/use-listings.ts';
import { useAnswer } from '../shell/connection/use-answer.ts';
import { useMoneyText } from '../shell/money-text.ts';
import { Link } from '../shell/routing/router.tsx';
import { useLanguage, useWords } from '../text/language.tsx';
import { receiptWords } from '../text/receipt.ts';
import { trialWords } from '../text/trial.ts';
import { Icon } from '../ui/icons/icon.tsx';
import { ListRow, SectionTitle } from '../ui/rows/list-row.tsx';
import './receipts-screen.css';
import { useOfferedSections } from './sections.ts';

export function ReceiptsScreen() {
  const words = useWords(receiptWords);
  const { language } = useLanguage();
  return (
    <div className="receipts">
      <p className="receipts__lead text-title3">
        <Icon name="shield" size={22} />
        <span>{words.receiptsLead}</span>
      </p>
      <ol className="receipts__steps text-note">
        {Object.values(words.receiptsSteps).map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      {useOfferedSections().map(({ name, titleIn, NewestReceipts }) => (
        <NewestReceipts key={name} title={titleIn(language)} />
      ))}
      <KeptTrials />
      <IndexProofs />
    </div>
  );
}

/** The rounds that were tried before the account was opened. */
function KeptTrials() {
  const words = useWords(trialWords);
  const { signed } = useMoneyText('KRW');
  const kept = useAnswer(myTrials, {}).reply?.content ?? [];
  if (kept.length === 0) return null;
  return (
    <section aria-label={words.kept}>
      <SectionTitle>{words.kept}</SectionTitle>
      <ul>
        {kept.map(({ id, type, acceptedMillis, profit }) => (
          <li key={id}>
            <ListRow
              height={56}
              plain
              chevron
              title={words.stock}
              meta={words.keptLead(type === 'LONG' ? words.up : words.down, formatTimeOfDay(acceptedMillis))}
              value={signed(profit)}
              renderLink={(link) => <Link to={`/trial?id=${id}`} {...link} />}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Indices whose every price can be computed again have a proof for each day. */
function IndexProofs() {
  const words = useWords(receiptWords);
  const { language } = useLanguage();
  const indices = useListings().listings.filter(({ stock }) => indexRule(stock) !== undefined);
  if (indices.length === 0) return null;
  return (
    <section aria-label={words.indexProof}>
      <SectionTitle>{words.indexProof}</SectionTitle>
      <ul>
        {indices.map((index) => (
          <li key={index.stock}>
            <ListRow
              height={56}
              plain
              chevron
              title={nameOf(index, language)}
              renderLink={(link) => <Link to={`/index/${index.stock}`} {...link} />}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
