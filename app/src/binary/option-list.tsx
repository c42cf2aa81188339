// What can be traded, grouped by stock, each game a chip (picture 07c). The sheet and the first page show the same.
import type { WireBinaryOption } from '@maru/contract/market';
import { useState } from 'react';
import { type Group, tradingState } from '../market/instrument-order.ts';
import { monogramOf, nameOf, stateBadge } from '../market/instrument-words.ts';
import { LiveChange, LivePrice, usePacedQuote } from '../market/live-price.tsx';
import { rowPaceOf } from '../market/paced-quote.ts';
import { useRestAlert } from '../market/rest-alert.tsx';
import { binaryWords } from '../text/binary.ts';
import { useLanguage, useWords } from '../text/language.tsx';
import { Badge } from '../ui/badge.tsx';
import { Chip, ChipRow } from '../ui/chip.tsx';
import { SkeletonRows } from '../ui/skeleton.tsx';
import { StatePanel } from '../ui/state-panel.tsx';
import { Tile } from '../ui/tile.tsx';
import { gameLabel } from './game-label.ts';
import { groupsByStock, kindsIn, type StockGroup } from './option-groups.ts';
import './option-list.css';
import { useTradeOptions } from './use-trade-options.ts';

interface Props {
  readonly current?: WireBinaryOption | undefined;
  readonly onChoose: (option: WireBinaryOption) => void;
}

export function OptionList({ current, onChoose }: Props) {
  const words = useWords(binaryWords);
  const { state, reply, message, reload } = useTradeOptions();
  const { say, alert } = useRestAlert();
  const [chosenKind, setKind] = useState<Group>();
  if (state === 'failed')
    return (
      <StatePanel
        kind="error"
        title={words.listFailed}
        sentence={message}
        action={{ label: words.retry, onPress: reload }}
      />
    );
  if (state === 'loading') return <SkeletonRows count={6} height={72} />;
  if (reply.length === 0)
    return <StatePanel kind="empty" title={words.listEmpty} sentence={words.listEmptyLead} />;

  const groups = groupsByStock(reply);
  const kinds = kindsIn(groups);
  const kind = chosenKind ?? groups.find(({ stock }) => stock === current?.stock)?.kind ?? kinds[0];
  return (
    <div className="option-list">
      {kinds.length > 1 && (
        <div className="option-list__kinds">
          <ChipRow label={words.kindFilter}>
            {kinds.map((each) => (
              <Chip key={each} pressed={each === kind} onPress={() => setKind(each)}>
                {words.kinds[each]}
              </Chip>
            ))}
          </ChipRow>
        </div>
      )}
      <ul>
        {groups
          .filter((group) => kinds.length < 2 || group.kind === kind)
          .map((group) => (
            <li key={group.stock} className="option-list__group">
              <StockGames
                group={group}
                currentId={current?.id}
                onChoose={(option) => {
                  if (tradingState(option) === 'rest') say(option);
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
  readonly onChoose: (option: WireBinaryOption) => void;
}

function StockGames({ group, currentId, onChoose }: GamesProps) {
  const words = useWords(binaryWords);
  const { text, language } = useLanguage();
  const first = group.options[0]!;
  const name = nameOf(first, language);
  const resting = first.isOpen === 0;
  const badge = stateBadge(tradingState(first), text);
  const paced = usePacedQuote(group.stock, rowPaceOf(group.stock));
  return (
    <>
      <div className={resting ? 'option-list__stock option-list__stock--resting' : 'option-list__stock'}>
        <Tile size={32} shape="round">
          {monogramOf(first, language)}
        </Tile>
        <b className="option-list__name">{name}</b>
        {badge && <Badge>{badge}</Badge>}
        <span className="option-list__price figure">
          <LivePrice paced={paced} precision={first.precision} />
        </span>
        <span className="option-list__change figure">
          <LiveChange paced={paced} resting={resting} />
        </span>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset brings a legend and its own layout rules. */}
      <div className="option-list__games" role="group" aria-label={words.gamesOf(name)}>
        {group.options.map((option) => (
          <Chip
            key={option.id}
            pressed={option.id === currentId}
            label={`${name} ${gameLabel(option.type, words)}`}
            onPress={() => onChoose(option)}
          >
            {gameLabel(option.type, words)}
          </Chip>
        ))}
      </div>
    </>
  );
}
