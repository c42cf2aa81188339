// The proof of a Maru index (design 50): today's seal, the published seeds, and the whole day recomputed here.

import { directionOf } from '@maru/client/format';
import { formatChange } from '@maru/client/format-amount';
import { formatDay } from '@maru/client/format-date';
import { indexDays, type WireIndexSeal } from '@maru/contract/indices';
import { indexRule } from '@maru/engine/market/index-path';
import { koreanDay, MINUTE_MS, millis } from '@maru/engine/time';
import { useState } from 'react';
import { nameOf } from '../market/instruments/instrument-words.ts';
import { Star } from '../market/instruments/star.tsx';
import { useSavedStocks } from '../market/instruments/use-saved-stocks.ts';
import { useListings } from '../market/listing/use-listings.ts';
import { LiveChange, LivePrice, usePacedQuote } from '../market/prices/live-price.tsx';
import { HERO_PACE_MS } from '../market/prices/paced-quote.ts';
import { useEvery } from '../market/prices/use-every.ts';
import { LoadFailed } from '../shell/connection/load-failed.tsx';
import { useAnswer } from '../shell/connection/use-answer.ts';
import { useServerSecond } from '../shell/connection/use-server-second.ts';
import { HeaderEnd } from '../shell/layouts/header-end.tsx';
import { useHeaderTitle } from '../shell/layouts/header-title.ts';
import { useWatched } from '../shell/platform.tsx';
import { useNavigate, useParams, useRouter } from '../shell/routing/router.tsx';
import { type IndexWords, indexWords } from '../text/indices.ts';
import { useLanguage, useWords } from '../text/language.tsx';
import { marketWords } from '../text/market.ts';
import { Button } from '../ui/buttons/button.tsx';
import { Badge } from '../ui/figures/badge.tsx';
import { Icon } from '../ui/icons/icon.tsx';
import { KeyValue, KeyValueList } from '../ui/rows/key-value.tsx';
import { ListRow } from '../ui/rows/list-row.tsx';
import { LoadingBar } from '../ui/states/loading-bar.tsx';
import { Skeleton } from '../ui/states/skeleton.tsx';
import { StatePanel } from '../ui/states/state-panel.tsx';
import { IndexDayLine } from './index-day-line.tsx';
import { IndexDaysPanel } from './index-days-panel.tsx';
import './index-proof-screen.css';
import { MethodPanel } from './method-panel.tsx';
import { ProofCard } from './proof-card.tsx';
import { SeedCheck } from './seed-check.tsx';
import { useDayCheck } from './use-day-check.ts';
import { leftOf, publishedWhen, startOf, whenOf } from './when.ts';

export function IndexProofScreen() {
  const { stock = '' } = useParams();
  const words = useWords(indexWords);
  const navigate = useNavigate();
  if (!isIndexCode(stock))
    return (
      <StatePanel
        kind="empty"
        title={words.unknown}
        sentence={words.unknownLead}
        action={{ label: words.back, onPress: () => void navigate({ to: '/oversea' }) }}
      />
    );
  return <Proof key={stock} stock={stock} />;
}

/** `?date=2026-11-15`, as in the link of a receipt. */
const askedDate = (search: string): string | undefined => /[?&]date=([\d-]{10})/.exec(search)?.[1];

type IndexCode = keyof IndexWords['temper'];

const isIndexCode = (stock: string): stock is IndexCode => indexRule(stock) !== undefined;

function Proof({ stock }: { readonly stock: IndexCode }) {
  const { language } = useLanguage();
  const words = useWords(indexWords);
  const { history } = useRouter();
  const instrument = useListings().listings.find((each) => each.stock === stock);
  useHeaderTitle(instrument && nameOf(instrument, language));
  const { state, reply, message, reload } = useAnswer(indexDays, {});
  useEvery(MINUTE_MS, reload);
  const [chosen, setChosen] = useState(() => askedDate(history.location.search));
  const [panel, setPanel] = useState<'days' | 'method'>();
  const now = useServerSecond();
  const today = reply?.days.find(({ date }) => startOf(date) === koreanDay(millis(now)));
  const opened = reply?.days.filter(({ seed }) => seed !== null) ?? [];
  const shown = opened.find(({ date }) => date === chosen) ?? opened[0];
  const { state: checked, run } = useDayCheck(stock, shown?.date);
  const precision = instrument?.precision ?? 2;

  return (
    <article className="index-proof">
      {instrument && <FavouriteStar stock={stock} name={nameOf(instrument, language)} />}
      <Head stock={stock} precision={precision} />
      <section className="index-proof__block">
        <h2 className="text-title2">{words.heading}</h2>
        <p>{words.lead}</p>
      </section>
      {state === 'loading' && (
        <div className="index-proof__cards" role="status" aria-label={words.loading}>
          <Skeleton width="100%" height={168} radius={16} />
          <Skeleton width="100%" height={300} radius={16} />
        </div>
      )}
      {state === 'failed' && <LoadFailed title={words.loadFailed} message={message} onRetry={reload} />}
      <div className="index-proof__cards">
        {today && <SealOfToday day={today} now={now} />}
        {shown?.seed && (
          <ProofCard
            kind="seed"
            title={isYesterday(shown, now) ? words.yesterdaysSeed : words.seedOf}
            meta={`${formatDay(startOf(shown.date), language)} · ${words.published(whenOf(shown.revealMillis, { now, words, language }))}`}
            value={shown.seed}
          >
            {checked.kind === 'done' && <SeedCheck done={checked} precision={precision} />}
            {checked.kind === 'failed' && (
              <p
                className="index-proof__note text-caption"
                role="alert"
              >{`${words.failed}. ${checked.message}`}</p>
            )}
            {checked.kind === 'busy' && (
              <div className="index-proof__busy">
                <LoadingBar label={words.computing(checked.hour)} />
                <p className="index-proof__note text-caption">{words.computing(checked.hour)}</p>
              </div>
            )}
            <div className="index-proof__run">
              <Button icon="refresh" disabled={checked.kind === 'busy'} onPress={() => void run()}>
                {words.recompute}
              </Button>
            </div>
          </ProofCard>
        )}
        {shown === undefined && today && (
          <p className="index-proof__note text-caption">
            {words.firstReveal(whenOf(today.revealMillis, { now, words, language }))}
          </p>
        )}
      </div>
      <div className="index-proof__rows">
        <ListRow
          tile={<Icon name="history" size={22} />}
          title={words.pastDays}
          plain
          chevron
          height={60}
          onPress={() => setPanel('days')}
        />
        <ListRow
          tile={<Icon name="document" size={22} />}
          title={words.method}
          plain
          chevron
          height={60}
          onPress={() => setPanel('method')}
        />
      </div>
      <p className="index-proof__practice text-caption">{`${words.temper[stock]} ${words.practice}`}</p>
      <IndexDaysPanel
        open={panel === 'days'}
        now={now}
        onClose={() => setPanel(undefined)}
        onCheck={(date) => {
          setChosen(date);
          setPanel(undefined);
        }}
      />
      <MethodPanel
        open={panel === 'method'}
        stock={stock}
        date={shown?.date ?? today?.date}
        done={checked.kind === 'done' ? checked : undefined}
        onClose={() => setPanel(undefined)}
      />
    </article>
  );
}

const isYesterday = ({ date }: WireIndexSeal, now: number): boolean =>
  startOf(date) === koreanDay(millis(koreanDay(millis(now)) - 1));

function Head({ stock, precision }: { readonly stock: string; readonly precision: number }) {
  const words = useWords(indexWords);
  const paced = usePacedQuote(stock, HERO_PACE_MS);
  const { quote } = useWatched(paced);
  return (
    <section className="index-proof__head">
      <div className="index-proof__price">
        <span className="index-proof__last figure">
          <LivePrice paced={paced} precision={precision} />
        </span>
        <Badge>{words.badge}</Badge>
      </div>
      <IndexDayLine stock={stock} precision={precision} last={quote?.lastPrice}>
        {(change) => (
          <p className="index-proof__change">
            {words.sinceYesterday}{' '}
            {change !== undefined && (
              <b className={`figure figure--${directionOf(Number(change))}`}>
                {formatChange(change, precision)}
              </b>
            )}{' '}
            <LiveChange paced={paced} />
          </p>
        )}
      </IndexDayLine>
    </section>
  );
}

function FavouriteStar({ stock, name }: { readonly stock: string; readonly name: string }) {
  const words = useWords(marketWords);
  const saved = useSavedStocks();
  const isSet = useWatched(saved.favourites).includes(stock);
  return (
    <HeaderEnd>
      <Star label={words.star(name)} isSet={isSet} onPress={() => saved.toggleFavourite(stock)} />
    </HeaderEnd>
  );
}

function SealOfToday({ day, now }: { readonly day: WireIndexSeal; readonly now: number }) {
  const { language } = useLanguage();
  const words = useWords(indexWords);
  const reader = { now, words, language };
  return (
    <ProofCard
      kind="seal"
      title={words.todaysSeal}
      meta={`${formatDay(startOf(day.date), language)} · ${publishedWhen(day, reader)}`}
      value={day.seal}
    >
      {day.isLost ? (
        <p className="index-proof__note text-caption">{words.lost}</p>
      ) : (
        <KeyValueList>
          <KeyValue name={words.reveal}>
            <b className="index-proof__reveal">{whenOf(day.revealMillis, reader)}</b>{' '}
            <span className="text-caption">{words.after(leftOf(day.revealMillis - now))}</span>
          </KeyValue>
        </KeyValueList>
      )}
    </ProofCard>
  );
}
