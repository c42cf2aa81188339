// What can be traded, grouped by stock, each game a cell with what it pays, under the rules of the games (picture 04e).
// The sheet and the first page show the same.

import { readableCode } from '@maru/client/format';
import type { WireBinaryOption } from '@maru/contract/market';
import { useState } from 'react';
import { type Group, tradingState } from '../../market/instruments/instrument-order.ts';
import { monogramOf, nameOf, stateBadge } from '../../market/instruments/instrument-words.ts';
import { lastUsed, recentOptions } from '../../market/instruments/last-instrument.ts';
import { useRestAlert } from '../../market/listing/rest-alert.tsx';
import { LiveChange, LivePrice, usePacedQuote } from '../../market/prices/live-price.tsx';
import { rowPaceOf } from '../../market/prices/paced-quote.ts';
import { LoadFailed } from '../../shell/connection/load-failed.tsx';
import { useDevice } from '../../shell/device/device.tsx';
import { binaryWords } from '../../text/binary.ts';
import { useLanguage, useWords } from '../../text/language.tsx';
import { marketWords } from '../../text/market.ts';
import { Chip, ChipRow } from '../../ui/buttons/chip.tsx';
import { Badge } from '../../ui/figures/badge.tsx';
import { Tile } from '../../ui/rows/tile.tsx';
import { SkeletonRows } from '../../ui/states/skeleton.tsx';
import { StatePanel } from '../../ui/states/state-panel.tsx';
import { familyLabel, gameLabel, lengthLabel } from './game-label.ts';
import { GameRules } from './game-rules.tsx';
import { byFamily, groupsByStock, kindsIn, type StockGroup } from './option-groups.ts';
import './instrument-list.css';
import { percentOf } from './percent.ts';
import { useTradeOptions } from './use-trade-instruments.ts';

interface Props {
  readonly current?: WireBinaryOption | undefined;
  readonly onChoose: (option: WireBinaryOption) => void;
}

export function OptionList({ current, onChoose }: Props) {
  const words = useWords(binaryWords);
  const { state, reply, message, reload } = useTradeOptions();
  const device = useDevice();
  const { showRest, alert } = useRestAlert();
  const [chosenKind, setKind] = useState<Group | 'all'>();
  const [recent] = useState(() => recentOptions(device));
  if (state === 'failed') return <LoadFailed title={words.listFailed} message={message} onRetry={reload} />;
  if (state === 'loading') return <SkeletonRows count={6} height={72} />;
  if (reply.length === 0)
    return <StatePanel kind="empty" title={words.listEmpty} sentence={words.listEmptyLead} />;

  const groups = groupsByStock(reply);
  const kinds = kindsIn(groups);
  // Who changes the option sees its neighbours first, who comes from outside everything.
  const kind = chosenKind ?? groups.find(({ stock }) => stock === current?.stock)?.kind ?? 'all';
  const shown = groups.filter((group) => kind === 'all' || group.kind === kind);
  return (
    <div className="option-list">
      {kinds.length > 1 && (
        <div className="option-list__kinds">
          <ChipRow label={words.kindFilter} gutter>
            {(['all', ...kinds] as const).map((each) => (
              <Chip key={each} pressed={each === kind} onPress={() => setKind(each)}>
                {each === 'all' ? words.allKinds : words.kinds[each]}
              </Chip>
            ))}
          </ChipRow>
        </div>
      )}
      <GameRules options={shown.flatMap(({ options }) => options)} />
      <ul>
        {shown.map((group) => (
          <li key={group.stock} className="option-list__group">
            <StockGames
              group={group}
              currentId={current?.id}
              recent={recent}
              onChoose={(option) => {
                if (tradingState(option) === 'rest') showRest(option);
                else onChoose(option);
              }}
            />
          </li>
        ))}
      </ul>
      {alert}
    </div>
  );
}

interface GamesProps {
  readonly group: StockGroup;
  readonly currentId: number | undefined;
  readonly recent: readonly number[];
  readonly onChoose: (option: WireBinaryOption) => void;
}

function StockGames({ group, currentId, recent, onChoose }: GamesProps) {
  const words = useWords(binaryWords);
  const marketText = useWords(marketWords);
  const { language } = useLanguage();
  const first = group.options[0]!;
  const last = lastUsed(group.options, recent) ?? first;
  const name = nameOf(first, language);
  const resting = first.isOpen === 0;
  const badge = stateBadge(tradingState(first), marketText);
  const paced = usePacedQuote(group.stock, rowPaceOf(group.stock));
  const shape = first.kind === 'CRYPTO' || first.kind === 'FOREX' ? 'round' : 'square';
  return (
    <>
      <button
        type="button"
        className={resting ? 'option-list__stock option-list__stock--resting' : 'option-list__stock'}
        onClick={() => onChoose(last)}
      >
        <Tile size={32} shape={shape}>
          {monogramOf(first, language)}
        </Tile>
        <span className="option-list__names">
          <b className="option-list__name">{name}</b>
          <small className="option-list__code figure">{readableCode(group.stock)}</small>
        </span>
        {badge && <Badge>{badge}</Badge>}
        <span className="option-list__price figure">
          <LivePrice paced={paced} precision={first.precision} />
        </span>
        <span className="option-list__change figure">
          <LiveChange paced={paced} resting={resting} />
        </span>
        <span className="unseen">{words.openLast(gameLabel(last.type, words))}</span>
      </button>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset brings a legend and its own layout rules. */}
      <div className="option-list__games" role="group" aria-label={words.gamesOf(name)}>
        {byFamily(group.options).map(({ family, options }) => (
          <div key={family} className="option-list__family">
            <span className="option-list__family-name">{words.families[family]}</span>
            <div className="option-list__cells">
              {options.map((option) => (
                <GameCell
                  key={option.id}
                  option={option}
                  name={name}
                  isCurrent={option.id === currentId}
                  onPress={() => onChoose(option)}
                />
              ))}
            </div>
          </div>
        ))}
      </div>
    </>
  );
}

interface CellProps {
  readonly option: WireBinaryOption;
  readonly name: string;
  readonly isCurrent: boolean;
  readonly onPress: () => void;
}

function GameCell({ option: { type, rate }, name, isCurrent, onPress }: CellProps) {
  const words = useWords(binaryWords);
  const family = familyLabel(type, words);
  return (
    <button type="button" className="option-list__cell" aria-pressed={isCurrent} onClick={onPress}>
      {/* Beside the cells it is written; who listens hears it with each. */}
      <span className="unseen">{family === undefined ? name : `${name} ${family}`} </span>
      <b>{lengthLabel(type, words)}</b>{' '}
      {rate === null ? (
        <small>{words.drawn}</small>
      ) : (
        <small className="figure">
          <span className="unseen">{words.profit} </span>
          {percentOf(rate)}
        </small>
      )}
    </button>
  );
}
