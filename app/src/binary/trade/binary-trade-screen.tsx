// One binary offer and its rounds. Guests see the same page without the dock's orders.

import { readableCode } from '@maru/client/format';
import type { WireBinaryOption } from '@maru/contract/binary/offers';
import { lengthOf } from '@maru/engine/rounds/round';
import { SECOND_MS } from '@maru/engine/time';
import { lazy, Suspense, useEffect, useState } from 'react';
import { nameOf } from '../../market/instruments/instrument-words.ts';
import { LoadFailed } from '../../shell/connection/load-failed.tsx';
import { useDevice, useMode, usePreferences, useWide } from '../../shell/device/device.tsx';
import { useAlerts } from '../../shell/messages/alert.tsx';
import { ModeSwitch } from '../../shell/mode/mode-switch.tsx';
import { usePlatform, useWatched } from '../../shell/platform.tsx';
import { useNavigate, useParams, useRouter } from '../../shell/routing/router.tsx';
import { binaryWords } from '../../text/binary.ts';
import { useLanguage, useWords } from '../../text/language.tsx';
import { IconButton } from '../../ui/buttons/button.tsx';
import { Segmented } from '../../ui/controls/segmented.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { TradePage } from '../../ui/layout/trade-page.tsx';
import { BottomSheet } from '../../ui/overlays/bottom-sheet.tsx';
import './binary-trade-screen.css';
import { SEEN_LENGTHS } from '../chart/round-scale.ts';
import { useTickLine } from '../chart/use-tick-line.ts';
import { familyLabel, lengthLabel } from '../offers/game-label.ts';
import { lengthsBeside } from '../offers/offer-groups.ts';
import { OfferList } from '../offers/offer-list.tsx';
import { isBall } from '../offers/offer-order.ts';
import { useOffers, useRememberedOffer } from '../offers/use-offers.ts';
import { useRounds } from '../rounds/use-rounds.ts';
import { TableLists } from './table-lists.tsx';
import { RoundSkeleton } from './trade-skeleton.tsx';
import { TradeTable } from './trade-table.tsx';

/** Ball rounds have a page of their own, fetched when it is needed. */
const BitballScreen = lazy(async () => ({
  default: (await import('../../bitball/trade/bitball-screen.tsx')).BitballScreen,
}));

/** The columns of a wide screen; a phone never fetches them. */
const WideTable = lazy(async () => ({ default: (await import('../wide/wide-table.tsx')).WideTable }));

export function BinaryTradeScreen() {
  const words = useWords(binaryWords);
  const isGuest = useWatched(usePlatform().member) === undefined;
  const base = isGuest ? '/exchangeView' : '/exchange';
  const { id } = useParams();
  const navigate = useNavigate();
  const { show } = useAlerts();
  const isWide = useWide();
  const { state, reply, message, reload } = useOffers();
  const offer = reply?.find((each) => String(each.id) === id);
  const isUnknown = state === 'ready' && id !== undefined && offer === undefined;
  const { history } = useRouter();
  // Other offers replaced the first one, so back leads to where the trader came from.
  const leave = () => (history.canGoBack() ? history.back() : void navigate({ to: base }));

  useEffect(() => {
    if (!isUnknown) return;
    show(words.unknownOption);
    void navigate({ to: isGuest ? '/overseaView' : '/oversea', replace: true });
  }, [isUnknown, show, words, navigate, isGuest]);

  if (offer && isBall(offer)) return <BallTrade key={offer.id} offer={offer} base={base} />;
  if (offer)
    return (
      <Trade key={offer.id} offer={offer} offers={reply ?? []} isGuest={isGuest} base={base} onBack={leave} />
    );
  if (isWide && state === 'loading') return <WidePending />;
  return (
    <TradePage
      isBusy={state === 'loading'}
      head={<PageHeader kind="trade" title="" back={{ label: words.back, onPress: leave }} />}
    >
      {state === 'failed' ? (
        <main className="binary-trade__state">
          <LoadFailed title={words.listFailed} message={message} onRetry={reload} />
        </main>
      ) : (
        <RoundSkeleton label={words.loading} />
      )}
    </TradePage>
  );
}

interface OfferProps {
  readonly offer: WireBinaryOption;
  readonly base: string;
}

function BallTrade({ offer, base }: OfferProps) {
  const words = useWords(binaryWords);
  const { openSheet, sheet } = useOfferChoice(offer, base);
  return (
    <>
      <Suspense fallback={<RoundSkeleton label={words.loading} />}>
        <BitballScreen offerId={offer.id} onChooseOffer={openSheet} />
      </Suspense>
      {sheet}
    </>
  );
}

/**
 * Another offer replaces this one in the history: going back leaves the screen instead of passing every offer that was
 * shown.
 */
function useOfferChoice(offer: WireBinaryOption, base: string) {
  const words = useWords(binaryWords);
  const navigate = useNavigate();
  const [isChoosing, setChoosing] = useState(false);
  useRememberedOffer(offer.id);
  const choose = (id: number) => {
    setChoosing(false);
    if (id !== offer.id) void navigate({ to: `${base}/${id}`, replace: true });
  };
  return {
    choose,
    openSheet: () => setChoosing(true),
    sheet: (
      <BottomSheet
        open={isChoosing}
        onClose={() => setChoosing(false)}
        title={words.chooseTitle}
        closeLabel={words.close}
      >
        <OfferList current={offer} onChoose={({ id }) => choose(id)} />
      </BottomSheet>
    ),
  };
}

interface TradeProps extends OfferProps {
  readonly offers: readonly WireBinaryOption[];
  readonly isGuest: boolean;
  readonly onBack: () => void;
}

/** Time before the first visible tick, so that the line enters from outside. */
const BEFORE_MS = 15 * SECOND_MS;

function Trade({ offer, offers, isGuest, base, onBack }: TradeProps) {
  const words = useWords(binaryWords);
  const { text, language } = useLanguage();
  const navigate = useNavigate();
  const { preferences } = useDevice();
  const { betEndAlarm } = usePreferences();
  const isWide = useWide();
  const isSimple = useMode() === 'simple';
  const [isListing, setListing] = useState(false);
  const line = useTickLine(offer.stock, lengthOf(offer.type) * SEEN_LENGTHS + BEFORE_MS);
  const { answer, now, rounds } = useRounds(offer.id);
  const { choose, openSheet, sheet } = useOfferChoice(offer, base);
  const beside = lengthsBeside(offer, offers);

  const marks = (
    <>
      {!isWide && <ModeSwitch />}
      {!isSimple && offer.kind === 'INDEX' && (
        <IconButton
          icon="shield"
          size={22}
          label={text.shell.indexProof}
          onPress={() => void navigate({ to: `/index/${offer.stock}` })}
        />
      )}
      {!isWide && (
        <IconButton
          icon="history"
          size={22}
          label={isGuest ? words.seeRounds : words.history}
          onPress={() => setListing(true)}
        />
      )}
      {!isSimple && (
        <IconButton
          icon="sound"
          size={22}
          quiet={!betEndAlarm}
          pressed={betEndAlarm}
          label={betEndAlarm ? words.alarmOn : words.alarmOff}
          onPress={() => preferences.change({ betEndAlarm: !betEndAlarm })}
        />
      )}
    </>
  );
  const lengths = beside.length > 1 && (
    <div className="trade-table__lengths">
      <Segmented
        label={words.length}
        size="small"
        options={beside.map(({ id, type }) => ({
          value: String(id),
          label: <Length type={type} />,
        }))}
        value={String(offer.id)}
        onChange={(id) => choose(Number(id))}
      />
    </div>
  );
  const table = answer.state === 'ready' && {
    offer,
    isGuest,
    known: answer.reply,
    rounds,
    now,
    line,
    reload: answer.reload,
    lengths,
    onSeeBets: () => setListing(true),
  };

  if (isWide && answer.state !== 'failed')
    return (
      <Suspense fallback={<WidePending />}>
        {table ? (
          <WideTable
            {...table}
            offers={offers}
            base={base}
            marks={<span className="binary-wide__marks">{marks}</span>}
          />
        ) : (
          <WidePending />
        )}
      </Suspense>
    );
  return (
    <TradePage
      isBusy={answer.state === 'loading'}
      head={
        <PageHeader
          kind="trade"
          title={nameOf(offer, language)}
          code={readableCode(offer.stock)}
          back={{ label: words.back, onPress: onBack }}
          onTitlePress={openSheet}
        >
          {marks}
        </PageHeader>
      }
    >
      {table && (
        <>
          <TradeTable {...table} />
          <TableLists
            isListing={isListing}
            onListed={setListing}
            isGuest={isGuest}
            tradeOptionId={offer.id}
            currency={table.known.terms.currency}
            precision={offer.precision}
          />
        </>
      )}
      {answer.state === 'loading' && <RoundSkeleton label={words.loading} />}
      {answer.state === 'failed' && (
        <main className="binary-trade__state">
          <LoadFailed title={words.roundFailed} message={answer.message} onRetry={answer.reload} />
        </main>
      )}
      {sheet}
    </TradePage>
  );
}

/** The columns are fetched when they are first needed; a page in the phone's column would jump. */
const WidePending = () => <main aria-busy="true" />;

/** Where the lengths are in the chart's corner, the game's name is hidden. */
function Length({ type }: Pick<WireBinaryOption, 'type'>) {
  const words = useWords(binaryWords);
  const family = familyLabel(type, words);
  return (
    <>
      {family && <span className="trade-table__family">{family} </span>}
      {lengthLabel(type, words)}
    </>
  );
}
