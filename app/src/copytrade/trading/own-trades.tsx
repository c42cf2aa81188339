// The trader's own trades (picture 38b): first what followers earned, then what is open and how it was copied.
import { directionOf, MISSING } from '@maru/client/format';
import { displayName } from '@maru/client/format-label';
import { trader as traderCall } from '@maru/contract/copytrade/traders';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useFuturesAccount } from '../../futures/account/use-futures-account.ts';
import { useListedFutures } from '../../futures/account/use-futures-instruments.ts';
import { toneClass } from '../../market/prices/tone-class.ts';
import { useAnswer } from '../../shell/connection/use-answer.ts';
import { useMoneyText } from '../../shell/money-text.ts';
import { useNavigate } from '../../shell/routing/router.tsx';
import { copytradeTradingWords } from '../../text/copytrade-trading.ts';
import { useWords } from '../../text/language.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { Dock } from '../../ui/layout/dock.tsx';
import { Note } from '../../ui/states/note.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { countText, plainPercent, profitText, signedPercent } from '../figures.ts';
import { LeadRecords } from '../profile/lead-records.tsx';
import type { Pairs } from '../use-pairs.ts';
import { CloseEffects } from './close-effects.tsx';
import { FirstFollowers } from './first-followers.tsx';
import { LeadCard } from './lead-card.tsx';
import { useOpenLeads } from './use-own-trading.ts';
import { useReadForFollowers } from './use-read-for-followers.ts';

const CloseLeadSheet = lazy(async () => ({
  default: (await import('./close-lead-sheet.tsx')).CloseLeadSheet,
}));

interface Props {
  readonly traderId: number;
  readonly pairs: Pairs;
  readonly onFollowers: () => void;
}

interface Closing {
  readonly position: number;
  readonly part: 'half' | 'whole';
}

export function OwnTrades({ traderId, pairs, onFollowers }: Props) {
  const words = useWords(copytradeTradingWords);
  const navigate = useNavigate();
  const open = useOpenLeads();
  const listed = useListedFutures().reply ?? [];
  const [closing, setClosing] = useState<Closing>();
  const leads = open.reply?.content ?? [];
  const chosen = leads.find(({ position }) => position.id === closing?.position);
  const instrument = chosen && pairs.find(chosen.position.futuresOptionId);
  const [first] = leads;
  const stock = first?.position.stock ?? listed.find(({ isOpen }) => isOpen === 1)?.stock;
  return (
    <>
      <FollowersEarned traderId={traderId} />
      <section className="copy-block" aria-labelledby="lead-open">
        <div className="copy-block__head">
          <h2 id="lead-open" className="text-heading">
            {words.open} <span className="copy-block__count figure">{countText(leads.length)}</span>
          </h2>
          <span className="text-micro">{words.onlyHere}</span>
        </div>
        <div className="copy-block__body">
          {open.state === 'loading' && <Skeleton height={200} radius={16} />}
          {open.state === 'failed' && (
            <div className="copy-sheet__line text-caption">
              <span>{words.openFailed}</span>
              <Button kind="tonal" size="small" onPress={open.reload}>
                {words.retry}
              </Button>
            </div>
          )}
          {open.reply !== undefined && leads.length === 0 && <p className="text-caption">{words.noOpen}</p>}
          {leads.map((lead) => (
            <LeadCard
              key={lead.position.id}
              lead={lead}
              pairs={pairs}
              onClose={(part) => setClosing({ position: lead.position.id, part })}
            />
          ))}
        </div>
      </section>
      <CloseEffects leads={leads} pairs={pairs} />
      <FirstFollowers onAll={onFollowers} />
      <ClosedTrades pairs={pairs} />
      <section className="copy-block copy-block--last">
        <Note>
          <p>{words.rules}</p>
        </Note>
      </section>
      {stock !== undefined && (
        <Dock label={words.dock} kind="page">
          <Button onPress={() => void navigate({ to: `/future/${stock}` })}>
            {first === undefined
              ? words.toFutures
              : words.moreOf(displayName(stock), words.more[first.position.tradeType])}
          </Button>
        </Dock>
      )}
      <Suspense>
        {chosen !== undefined && instrument !== undefined && closing !== undefined && (
          <CloseLeadSheet
            key={`${closing.position} ${closing.part}`}
            lead={chosen}
            instrument={instrument}
            part={closing.part}
            onClose={() => setClosing(undefined)}
            onClosed={() => {
              setClosing(undefined);
              open.reload();
            }}
          />
        )}
      </Suspense>
    </>
  );
}

export function ClosedTrades({ pairs }: Pick<Props, 'pairs'>) {
  const words = useWords(copytradeTradingWords);
  return (
    <section className="copy-block" aria-label={words.records}>
      <h2 className="text-heading">{words.records}</h2>
      <div className="own-trades__records">
        <LeadRecords traderId={undefined} pairs={pairs} />
      </div>
    </section>
  );
}

function FollowersEarned({ traderId }: { readonly traderId: number }) {
  const words = useWords(copytradeTradingWords);
  const { money } = useMoneyText('USDT');
  const answer = useAnswer(traderCall, { traderId });
  useReadForFollowers(answer);
  const { reply, state } = answer;
  const { wallets } = useFuturesAccount();
  const equity = wallets.find(({ wallet }) => wallet === 'FUTURES')?.equity;
  if (state === 'loading')
    return (
      <section className="copy-block copy-block--first" aria-hidden="true">
        <Skeleton height={96} />
      </section>
    );
  const figures = reply?.statistics;
  const earned = figures?.followerProfit30;
  return (
    <section className="copy-block copy-block--first" aria-label={words.earned}>
      <p className="text-lead">{words.earned}</p>
      <p className={`copy-hero figure${toneClass(directionOf(earned))}`}>
        {profitText(earned)}
        <small> USDT</small>
      </p>
      <div className="copy-block__head text-caption">
        <span>
          {words.inProfit}{' '}
          <b className="own-trades__b figure">
            {reply === undefined
              ? MISSING
              : words.countOf(countText(reply.statistics.followersInProfit), countText(reply.followers))}
          </b>
        </span>
        <span>
          {words.myReturn} <b className="own-trades__b figure">{signedPercent(figures?.return30)}</b>
        </span>
      </div>
      <dl className="own-trades__figures">
        <Fact name={words.followerFunds}>{money(figures?.followerCapital)}</Fact>
        <Fact name={words.myFunds}>{equity === undefined ? MISSING : money(equity)}</Fact>
        <Fact name={words.drawdown}>{plainPercent(figures?.maxDrawdown30 ?? null)}</Fact>
      </dl>
    </section>
  );
}

const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd className="figure">{children}</dd>
  </div>
);
