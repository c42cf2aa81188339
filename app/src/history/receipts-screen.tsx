// The newest receipts of every product, and how anybody checks one.

import { betList } from '@maru/contract/binary/calls';
import { tradeOptions } from '@maru/contract/binary/offers';
import { overseaHistory } from '@maru/contract/oversea/calls';
import { indexRule } from '@maru/engine/market/index-path';
import type { ReactNode } from 'react';
import { BetRow } from '../binary/history/bet-rows.tsx';
import { FillRows } from '../oversea/history/fill-rows.tsx';
import { useBetCurrency } from '../receipt/profit.tsx';
import { LoadFailed } from '../shell/connection/load-failed.tsx';
import { type Answered, useAnswer } from '../shell/connection/use-answer.ts';
import { usePlatform, useWatched } from '../shell/platform.tsx';
import { Link } from '../shell/routing/router.tsx';
import { useLanguage, useWords } from '../text/language.tsx';
import { overseaAccountWords } from '../text/oversea-account.ts';
import { receiptWords } from '../text/receipt.ts';
import { textLinkClass } from '../ui/buttons/button.tsx';
import { Icon } from '../ui/icons/icon.tsx';
import { ListRow, SectionTitle } from '../ui/rows/list-row.tsx';
import { SkeletonRows } from '../ui/states/skeleton.tsx';
import './receipts-screen.css';

const SHOWN = '10';

export function ReceiptsScreen() {
  const words = useWords(receiptWords);
  const account = useWords(overseaAccountWords);
  const features = useWatched(usePlatform().site)?.features;
  return (
    <div className="receipts">
      <p className="receipts__lead">
        <Icon name="shield" size={22} />
        <span>{words.receiptsLead}</span>
      </p>
      <ol className="receipts__steps">
        {Object.values(words.receiptsSteps).map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      {features?.oversea !== false && <OverseaReceipts title={account.product.oversea} />}
      {features?.binary !== false && <BetReceipts title={account.product.binary} />}
      <IndexProofs />
    </div>
  );
}

function OverseaReceipts({ title }: { readonly title: string }) {
  const answer = useAnswer(overseaHistory, { size: SHOWN });
  const fills = answer.reply?.content ?? [];
  return (
    <Newest title={title} answer={answer} count={fills.length} all="/wallet/history?product=oversea">
      <FillRows fills={fills} />
    </Newest>
  );
}

function BetReceipts({ title }: { readonly title: string }) {
  const answer = useAnswer(betList, { size: SHOWN });
  const currency = useBetCurrency();
  const bets = answer.reply?.content ?? [];
  return (
    <Newest title={title} answer={answer} count={bets.length} all="/wallet/history?product=binary">
      <ul>
        {bets.map((bet) => (
          <li key={bet.id}>
            <BetRow bet={bet} currency={currency} />
          </li>
        ))}
      </ul>
    </Newest>
  );
}

/** Indices whose every price can be computed again have a proof for each day. */
function IndexProofs() {
  const words = useWords(receiptWords);
  const { language } = useLanguage();
  const offers = useAnswer(tradeOptions, { isPlay: '1' }).reply ?? [];
  const indices = [...Map.groupBy(offers, ({ stock }) => stock).values()]
    .map(([first]) => first!)
    .filter(({ stock }) => indexRule(stock) !== undefined);
  if (indices.length === 0) return null;
  return (
    <section aria-label={words.indexProof}>
      <SectionTitle>{words.indexProof}</SectionTitle>
      <ul>
        {indices.map(({ stock, koName, enName }) => (
          <li key={stock}>
            <ListRow
              height={56}
              plain
              chevron
              title={language === 'ko' ? koName : enName}
              renderLink={(link) => <Link to={`/index/${stock}`} {...link} />}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface NewestProps {
  readonly title: string;
  readonly answer: Pick<Answered<unknown>, 'state' | 'message' | 'reload'>;
  readonly count: number;
  /** The whole history. */
  readonly all: string;
  readonly children: ReactNode;
}

function Newest({ title, answer, count, all, children }: NewestProps) {
  const words = useWords(receiptWords);
  return (
    <section aria-label={words.receiptsOf(title)}>
      <SectionTitle
        end={
          count > 0 && (
            <Link to={all} className={`${textLinkClass} receipts__all`}>
              {words.receiptsAll}
            </Link>
          )
        }
      >
        {title}
      </SectionTitle>
      {answer.state === 'loading' && <SkeletonRows count={3} height={72} figures />}
      {answer.state === 'failed' && (
        <LoadFailed title={words.listFailed} message={answer.message} onRetry={answer.reload} />
      )}
      {answer.state === 'ready' && count === 0 && <p className="receipts__none">{words.noReceipts}</p>}
      {answer.state === 'ready' && count > 0 && children}
    </section>
  );
}
