// "What if the price went there": the whole account at a hypothetical price. Nothing is sent.
import { directionOf, formatDecimal, formatPrice } from '@maru/client/format';
import { formatCoin, formatRoe, formatSignedMoney } from '@maru/client/format-amount';
import { displayName } from '@maru/client/format-label';
import type { WireFuturesOption } from '@maru/contract/futures/instruments';
import { divide, type Price, type Rate, toDecimal } from '@maru/engine/amount';
import {
  liquidationsOnTheWay,
  moveOf,
  type Scenario,
  type ScenarioStep,
  scenarioAt,
} from '@maru/engine/futures/scenario';
import { useState } from 'react';
import { toneClass } from '../../market/prices/tone-class.ts';
import { futuresScenarioWords } from '../../text/futures-scenario.ts';
import { futuresTradeWords } from '../../text/futures-trade.ts';
import { useWords } from '../../text/language.tsx';
import { Button, IconButton } from '../../ui/buttons/button.tsx';
import { Chip, ChipRow } from '../../ui/buttons/chip.tsx';
import { Segmented } from '../../ui/controls/segmented.tsx';
import { Badge } from '../../ui/figures/badge.tsx';
import { FullScreenPanel } from '../../ui/overlays/full-screen-panel.tsx';
import { StatePanel } from '../../ui/states/state-panel.tsx';
import { walletCurrency } from '../account/unit-words.ts';
import { useListedFutures } from '../account/use-futures-instruments.ts';
import type { EngineSurroundings } from '../account/use-surroundings.ts';
import { usePositionAround } from '../position/use-position-around.ts';
import { ScenarioChart } from './scenario-chart.tsx';
import './scenario-panel.css';

interface Props {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly instrument: WireFuturesOption;
}

export function ScenarioPanel({ open, onClose, instrument }: Props) {
  const words = useWords(futuresScenarioWords);
  return (
    <FullScreenPanel
      open={open}
      onClose={onClose}
      title={`${words.title} ${displayName(instrument.stock)}`}
      closeLabel={words.close}
    >
      {open && <Body instrument={instrument} />}
    </FullScreenPanel>
  );
}

function Body({ instrument }: Pick<Props, 'instrument'>) {
  const words = useWords(futuresScenarioWords);
  const around = usePositionAround(instrument);
  const mark = around?.quote?.mark;
  if (around === undefined || mark === undefined)
    return <StatePanel kind="empty" title={words.waiting} sentence={words.waitingLead} />;
  return <Hypothetical instrument={instrument} around={around} mark={mark} />;
}

const MOVES = [-3, -1, 1, 3] as const;
const HUNDRED = 100n;
/** A tap on minus or plus: a tenth of a percent of the mark. */
const STEP_SHARE = 1_000n;

interface HypotheticalProps extends Pick<Props, 'instrument'> {
  readonly around: EngineSurroundings;
  readonly mark: Price;
}

function Hypothetical({ instrument, around, mark }: HypotheticalProps) {
  const words = useWords(futuresScenarioWords);
  const [chosen, setChosen] = useState<Price>();
  const [isTogether, setTogether] = useState(true);
  const { tickSize } = around.terms;
  const price = chosen ?? mark;
  const onTick = (units: bigint) => {
    const at = divide(units, tickSize, 'half-up') * tickSize;
    setChosen((at > tickSize ? at : tickSize) as Price);
  };
  const moved = (percent: number) => divide(mark * (HUNDRED + BigInt(percent)), HUNDRED, 'half-up');
  const move = formatRoe(toDecimal(moveOf(mark, price) * HUNDRED));
  const hypothesis = { instrument: instrument.id, price, isTogether };
  const scenario = scenarioAt(around.facts, around.pricedOf, hypothesis);
  const direction = price > mark ? 'UP' : 'DOWN';
  const steps = liquidationsOnTheWay(around.facts, around.pricedOf, { ...hypothesis, direction });
  const name = displayName(instrument.stock);
  const isReached = (at: Price) => (direction === 'DOWN' ? price <= at : price >= at);
  return (
    <div className="scenario">
      <Segmented
        label={words.scope}
        size="small"
        options={[
          {
            value: 'only',
            label: words.only(
              around.terms.contract === 'INVERSE' ? name : (instrument.terms?.baseCurrency ?? name),
            ),
          },
          { value: 'together', label: words.together },
        ]}
        value={isTogether ? 'together' : 'only'}
        onChange={(value) => setTogether(value === 'together')}
      />
      <ScenarioChart
        instrument={instrument}
        mark={mark}
        price={price}
        steps={steps}
        isReached={isReached}
        onPrice={onTick}
      />
      <div className="scenario__moves">
        <IconButton icon="minus" label={words.lower} onPress={() => onTick(price - mark / STEP_SHARE)} />
        <ChipRow label={words.moves}>
          {MOVES.map((percent) => (
            <Chip
              key={percent}
              shape="square"
              pressed={
                chosen !== undefined && divide(moved(percent), tickSize, 'half-up') * tickSize === price
              }
              onPress={() => onTick(moved(percent))}
            >
              <span className="figure">{percent > 0 ? `+${percent}%` : `−${-percent}%`}</span>
            </Chip>
          ))}
        </ChipRow>
        <IconButton icon="plus" label={words.higher} onPress={() => onTick(price + mark / STEP_SHARE)} />
      </div>
      <p className="scenario__if figure">{`${words.ifAt(formatPrice(toDecimal(price), instrument.precision))} ${move}`}</p>
      {scenario === undefined ? (
        <StatePanel kind="empty" title={words.waiting} sentence={words.waitingLead} />
      ) : (
        <Account scenario={scenario} instrument={instrument} />
      )}
      <section aria-label={direction === 'DOWN' ? words.orderDown(name) : words.orderUp(name)}>
        <p className="text-caption">{direction === 'DOWN' ? words.orderDown(name) : words.orderUp(name)}</p>
        {steps.length === 0 && <p className="text-caption">{words.none}</p>}
        <Steps steps={steps} isReached={isReached} precision={instrument.precision} />
      </section>
      <div className="scenario__foot">
        <p className="text-caption">{words.note}</p>
        <Button width="fit" disabled={chosen === undefined} onPress={() => setChosen(undefined)}>
          {words.reset}
        </Button>
      </div>
    </div>
  );
}

const percentText = (share: Rate): string => `${formatPrice(toDecimal(share * HUNDRED), 1)}%`;

function Account({ scenario, instrument }: { readonly scenario: Scenario } & Pick<Props, 'instrument'>) {
  const words = useWords(futuresScenarioWords);
  const trade = useWords(futuresTradeWords);
  const instruments = useListedFutures().reply ?? [];
  const currency = walletCurrency(instrument);
  const signed = (units: bigint) => formatSignedMoney(toDecimal(units), currency).figure;
  const change = scenario.equity - scenario.equityNow;
  const share = Math.min(100, Number(divide(scenario.ratio, 1_000_000n, 'down')));
  return (
    <>
      <div className="scenario__account">
        <p className="text-stack">
          <span className="text-caption">{words.account}</span>
          <b className="scenario__equity figure">
            {formatCoin(toDecimal(scenario.equity), currency)} <small>{currency}</small>
          </b>
        </p>
        <p className="text-stack scenario__change figure">
          <span className="text-caption">{`${words.now} ${formatCoin(toDecimal(scenario.equityNow), currency)}`}</span>
          <b className={toneClass(directionOf(toDecimal(change))).trim()}>{signed(change)}</b>
        </p>
      </div>
      <p className="scenario__ratio text-caption">
        <span>{`${words.ratio} · ${words.ratioLead}`}</span>
        <b className="figure">{words.fromTo(percentText(scenario.ratioNow), percentText(scenario.ratio))}</b>
      </p>
      <span className="scenario__bar" aria-hidden="true">
        <i style={{ width: `${share}%` }} />
      </span>
      <ul>
        {scenario.positions.map(({ position, pnl, pnlNow, isLiquidated }) => {
          const its = instruments.find(({ id }) => id === position.instrument);
          return (
            <li key={position.id} className="scenario__position">
              <Badge tone={position.side === 'LONG' ? 'solid-up' : 'solid-down'}>
                {trade.shortSide[position.side]}
              </Badge>
              <span className="text-stack">
                <b className="text-strong">
                  {its ? displayName(its.stock) : formatDecimal(String(position.instrument))}
                </b>
                <small className="text-micro figure">
                  {`${trade.marginType[position.marginType]} ${trade.leverage(String(position.leverage))}`}
                </small>
              </span>
              <span className="text-stack scenario__change figure">
                <b className={toneClass(directionOf(toDecimal(pnl))).trim()}>{signed(pnl)}</b>
                <small className="text-micro">{`${words.now} ${signed(pnlNow)}`}</small>
              </span>
              <Badge tone={isLiquidated ? 'danger' : 'neutral'}>
                {isLiquidated ? words.liquidated : words.kept}
              </Badge>
            </li>
          );
        })}
      </ul>
    </>
  );
}

interface StepsProps {
  readonly steps: readonly ScenarioStep[];
  readonly isReached: (at: Price) => boolean;
  readonly precision: number;
}

function Steps({ steps, isReached, precision }: StepsProps) {
  const words = useWords(futuresScenarioWords);
  const instruments = useListedFutures().reply ?? [];
  return (
    <ol className="scenario__steps">
      {steps.map(({ position, price }, index) => {
        const its = instruments.find(({ id }) => id === position.instrument);
        const isHit = isReached(price);
        return (
          <li key={position.id} className={isHit ? 'scenario__step scenario__step--hit' : 'scenario__step'}>
            <i className="figure">{index + 1}</i>
            <span className="text-stack figure">
              <small className="text-micro">{`${its?.terms?.baseCurrency ?? ''} ${isHit ? words.reached : words.notYet}`}</small>
              <b>{formatPrice(toDecimal(price), precision)}</b>
            </span>
          </li>
        );
      })}
    </ol>
  );
}
