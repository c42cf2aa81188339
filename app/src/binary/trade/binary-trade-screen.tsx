// One binary option and its rounds. Guests see the same page without the dock's orders.

import { readableCode } from '@maru/client/format';
import type { WireBinaryOption } from '@maru/contract/market';
import { familyOf, lengthOf } from '@maru/engine/rounds/round';
import { SECOND_MS } from '@maru/engine/time';
import { type ComponentType, type ReactNode, Suspense, useEffect, useState } from 'react';
import { nameOf } from '../../market/instruments/instrument-words.ts';
import { LoadFailed } from '../../shell/connection/load-failed.tsx';
import { useDevice, usePreferences } from '../../shell/device/device.tsx';
import { useAlerts } from '../../shell/messages/alert.tsx';
import { usePlatform, useWatched } from '../../shell/platform.tsx';
import { useNavigate, useParams, useRouter } from '../../shell/routing/router.tsx';
import { binaryWords } from '../../text/binary.ts';
import { useLanguage, useWords } from '../../text/language.tsx';
import { IconButton } from '../../ui/buttons/button.tsx';
import { Segmented } from '../../ui/controls/segmented.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import './binary-trade-screen.css';
import { SEEN_LENGTHS } from '../chart/round-scale.ts';
import { useTickLine } from '../chart/use-tick-line.ts';
import { familyLabel, lengthLabel } from '../instruments/game-label.ts';
import { OptionSheet } from '../instruments/instrument-sheet.tsx';
import { lengthsBeside } from '../instruments/option-groups.ts';
import { useRememberedOption, useTradeOptions } from '../instruments/use-trade-instruments.ts';
import { useRounds } from '../rounds/use-rounds.ts';
import { RoundSkeleton } from './trade-skeleton.tsx';
import { TradeTable } from './trade-table.tsx';

/** Ball rounds have a page of their own; which one stands there is said where screens meet. */
export type BallScreen = ComponentType<{ readonly optionId: number; readonly onChooseOption?: () => void }>;

export function BinaryTradeScreen({ ballScreen }: { readonly ballScreen: BallScreen }) {
  const words = useWords(binaryWords);
  const isGuest = useWatched(usePlatform().member) === undefined;
  const base = isGuest ? '/exchangeView' : '/exchange';
  const { id } = useParams();
  const navigate = useNavigate();
  const { show } = useAlerts();
  const { state, reply, message, reload } = useTradeOptions();
  const option = reply?.find((each) => String(each.id) === id);
  const isUnknown = state === 'ready' && id !== undefined && option === undefined;
  const { history } = useRouter();
  // Other options took the place of the first one, so back leads to where the trader came from.
  const leave = () => (history.canGoBack() ? history.back() : void navigate({ to: base }));

  useEffect(() => {
    if (!isUnknown) return;
    show(words.unknownOption);
    void navigate({ to: isGuest ? '/overseaView' : '/oversea', replace: true });
  }, [isUnknown, show, words, navigate, isGuest]);

  if (option && familyOf(option.type) === 'BALL')
    return <BallTrade key={option.id} option={option} base={base} screen={ballScreen} />;
  if (option)
    return (
      <Trade
        key={option.id}
        option={option}
        options={reply ?? []}
        isGuest={isGuest}
        base={base}
        onBack={leave}
      />
    );
  return (
    <Frame
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
    </Frame>
  );
}

interface BallTradeProps {
  readonly option: WireBinaryOption;
  readonly base: string;
  readonly screen: BallScreen;
}

function BallTrade({ option, base, screen: Ball }: BallTradeProps) {
  const words = useWords(binaryWords);
  const [isChoosing, setChoosing] = useState(false);
  const choose = useChoice(option, base);
  useRememberedOption(option.id);
  return (
    <>
      <Suspense fallback={<RoundSkeleton label={words.loading} />}>
        <Ball optionId={option.id} onChooseOption={() => setChoosing(true)} />
      </Suspense>
      <OptionSheet
        open={isChoosing}
        onClose={() => setChoosing(false)}
        current={option}
        onChoose={(chosen) => {
          setChoosing(false);
          choose(chosen);
        }}
      />
    </>
  );
}

/** Another option takes the place of this one: going back leads out, not through all that was looked at. */
function useChoice(current: WireBinaryOption, base: string) {
  const navigate = useNavigate();
  return ({ id }: Pick<WireBinaryOption, 'id'>) => {
    if (id !== current.id) void navigate({ to: `${base}/${id}`, replace: true });
  };
}

interface FrameProps {
  readonly head: ReactNode;
  readonly isBusy: boolean;
  readonly children: ReactNode;
}

const Frame = ({ head, isBusy, children }: FrameProps) => (
  <div className="binary-trade" aria-busy={isBusy}>
    <div className="binary-trade__head">{head}</div>
    {children}
  </div>
);

interface TradeProps {
  readonly option: WireBinaryOption;
  readonly options: readonly WireBinaryOption[];
  readonly isGuest: boolean;
  readonly base: string;
  readonly onBack: () => void;
}

/** Room before the first tick that is seen, so that the line enters from outside. */
const BEFORE_MS = 15 * SECOND_MS;

function Trade({ option, options, isGuest, base, onBack }: TradeProps) {
  const words = useWords(binaryWords);
  const { text, language } = useLanguage();
  const navigate = useNavigate();
  const { preferences } = useDevice();
  const { betEndAlarm } = usePreferences();
  const [isChoosing, setChoosing] = useState(false);
  const [isListing, setListing] = useState(false);
  useRememberedOption(option.id);
  const line = useTickLine(option.stock, lengthOf(option.type) * SEEN_LENGTHS + BEFORE_MS);
  const { answer, now, round, running } = useRounds(option.id);
  const choose = useChoice(option, base);
  const beside = lengthsBeside(option, options);

  return (
    <Frame
      isBusy={answer.state === 'loading'}
      head={
        <PageHeader
          kind="trade"
          title={nameOf(option, language)}
          code={readableCode(option.stock)}
          back={{ label: words.back, onPress: onBack }}
          onTitlePress={() => setChoosing(true)}
        >
          {option.kind === 'INDEX' && (
            <IconButton
              icon="shield"
              size={22}
              label={text.shell.indexProof}
              onPress={() => void navigate({ to: `/index/${option.stock}` })}
            />
          )}
          <IconButton
            icon="history"
            size={22}
            label={isGuest ? words.seeRounds : words.history}
            onPress={() => setListing(true)}
          />
          <IconButton
            icon="sound"
            size={22}
            quiet={!betEndAlarm}
            pressed={betEndAlarm}
            label={betEndAlarm ? words.alarmOn : words.alarmOff}
            onPress={() => preferences.change({ betEndAlarm: !betEndAlarm })}
          />
        </PageHeader>
      }
    >
      {answer.state === 'ready' && (
        <TradeTable
          option={option}
          isGuest={isGuest}
          known={answer.reply}
          round={round}
          running={running}
          now={now}
          line={line}
          reload={answer.reload}
          lengths={
            beside.length > 1 && (
              <div className="trade-table__lengths">
                <Segmented
                  label={words.length}
                  size="small"
                  options={beside.map(({ id, type }) => ({
                    value: String(id),
                    label: <Length type={type} />,
                  }))}
                  value={String(option.id)}
                  onChange={(id) => choose({ id: Number(id) })}
                />
              </div>
            )
          }
          isListing={isListing}
          onListed={setListing}
        />
      )}
      {answer.state === 'loading' && <RoundSkeleton label={words.loading} />}
      {answer.state === 'failed' && (
        <main className="binary-trade__state">
          <LoadFailed title={words.roundFailed} message={answer.message} onRetry={answer.reload} />
        </main>
      )}
      <OptionSheet
        open={isChoosing}
        onClose={() => setChoosing(false)}
        current={option}
        onChoose={(chosen) => {
          setChoosing(false);
          choose(chosen);
        }}
      />
    </Frame>
  );
}

/** Where the lengths stand in the picture's corner, the game's name gives way. */
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
