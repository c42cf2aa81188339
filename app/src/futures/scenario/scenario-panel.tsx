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
import { nameOf } from '../../market/instruments/instrument-words.ts';
import { toneClass } from '../../market/prices/tone-class.ts';
import { futuresScenarioWords } from '../../text/futures-scenario.ts';
import { futuresTradeWords } from '../../text/futures-trade.ts';
import { type Language, useLanguage, useWords } from '../../text/language.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { Segmented } from '../../ui/controls/segmented.tsx';
import { Badge } from '../../ui/figures/badge.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import { Dock } from '../../ui/layout/dock.tsx';
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

/** Undefined is the price as it is now. */
interface Chosen {
  readonly price: Price | undefined;
  readonly isTogether: boolean;
}

const AS_IT_IS: Chosen = { price: undefined, isTogether: true };

export function ScenarioPanel({ open, onClose, instrument }: Props) {
  const words = useWords(futuresScenarioWords);
  const { language } = useLanguage();
  const [chosen, setChosen] = useState(AS_IT_IS);
  const names = scopeNames(instrument, language);
  return (
    <FullScreenPanel
      open={open}
      onClose={onClose}
      title={
        <>
          {words.title} <small className="scenario__code figure">{displayName(instrument.stock)}</small>
        </>
      }
      closeLabel={words.close}
      aside={
        <div className="scenario__scope">
          <Segmented
            label={words.scope}
            size="small"
            options={[
              { value: 'only', label: words.only(names) },
              { value: 'together', label: words.together },
            ]}
            value={chosen.isTogether ? 'together' : 'only'}
            onChange={(value) => setChosen({ ...chosen, isTogether: value === 'together' })}
          />
        </div>
      }
      foot={
        <Dock label={words.foot}>
          <div className="scenario__foot">
            <p className="text-micro">{words.note}</p>
            <Button
              width="fit"
              disabled={chosen.price === undefined}
              onPress={() => setChosen({ ...chosen, price: undefined })}
            >
              {words.reset}
            </Button>
          </div>
        </Dock>
      }
    >
      {open && (
        <Body
          instrument={instrument}
          chosen={chosen}
          onPrice={(price) => setChosen((last) => ({ ...last, price }))}
        />
      )}
    </FullScreenPanel>
  );
}

/** An inverse contract has the coin of another contract: its code tells them apart. */
function scopeNames(instrument: WireFuturesOption, language: Language) {
  const code = displayName(instrument.stock);
  if (instrument.terms === null || instrument.terms.contractType === 'INVERSE') return { name: code, code };
  return { name: nameOf(instrument, language), code: instrument.terms.baseCurrency };
}

interface BodyProps extends Pick<Props, 'instrument'> {
  readonly chosen: Chosen;
  readonly onPrice: (price: Price) => void;
}

function Body(props: BodyProps) {
  const words = useWords(futuresScenarioWords);
  const around = usePositionAround(props.instrument);
  const mark = around?.quote?.mark;
  if (around === undefined || mark === undefined)
    return <StatePanel kind="empty" title={words.waiting} sentence={words.waitingLead} />;
  return <Hypothetical {...props} around={around} mark={mark} />;
}

const HUNDRED = 100n;
/** A tap on minus or plus: a tenth of a percent of the mark. */
const STEP_SHARE = 1_000n;

interface HypotheticalProps extends BodyProps {
  readonly around: EngineSurroundings;
  readonly mark: Price;
}

function Hypothetical({ instrument, around, mark, chosen, onPrice }: HypotheticalProps) {
  const words = useWords(futuresScenarioWords);
  const { language } = useLanguage();
  const { tickSize } = around.terms;
  const price = chosen.price ?? mark;
  const onTick = (units: bigint) => {
    const at = divide(units, tickSize, 'half-up') * tickSize;
    onPrice((at > tickSize ? at : tickSize) as Price);
  };
  const hypothesis = { instrument: instrument.id, price, isTogether: chosen.isTogether };
  const scenario = scenarioAt(around.facts, around.pricedOf, hypothesis);
  const direction = price > mark ? 'UP' : 'DOWN';
  const steps = liquidationsOnTheWay(around.facts, around.pricedOf, { ...hypothesis, direction });
  const { name } = scopeNames(instrument, language);
  const isReached = (at: Price) => (direction === 'DOWN' ? price <= at : price >= at);
  const heading = direction === 'DOWN' ? words.orderDown(name) : words.orderUp(name);
  return (
    <div className="scenario">
      <ScenarioChart
        instrument={instrument}
        mark={mark}
        price={price}
        steps={steps}
        isReached={isReached}
        onPrice={onTick}
      />
      <Moves mark={mark} price={price} onPrice={onTick} />
      {scenario === undefined ? (
        <StatePanel kind="empty" title={words.waiting} sentence={words.waitingLead} />
      ) : (
        <Account scenario={scenario} instrument={instrument} />
      )}
      <section className="scenario__order" aria-label={heading}>
        <p className="text-micro">{heading}</p>
        {steps.length === 0 && <p className="text-caption">{words.none}</p>}
        <Steps steps={steps} isReached={isReached} precision={instrument.precision} />
      </section>
    </div>
  );
}

interface MovesProps {
  readonly mark: Price;
  readonly price: Price;
  /** In units of the price, not on the tick yet. */
  readonly onPrice: (units: bigint) => void;
}

/** The steps to either side, and between them how far the hypothetical price is from the mark. */
function Moves({ mark, price, onPrice }: MovesProps) {
  const words = useWords(futuresScenarioWords);
  const by = (percent: number) => (
    <button
      type="button"
      className="figure"
      onClick={() => onPrice(divide(mark * (HUNDRED + BigInt(percent)), HUNDRED, 'half-up'))}
    >
      {percent > 0 ? `+${percent}%` : `−${-percent}%`}
    </button>
  );
  return (
    <fieldset className="scenario__moves" aria-label={words.moves}>
      <button type="button" aria-label={words.lower} onClick={() => onPrice(price - mark / STEP_SHARE)}>
        <Icon name="minus" size={18} weight={2} />
      </button>
      {by(-1)}
      {by(-3)}
      <output className="figure">{formatRoe(toDecimal(moveOf(mark, price) * HUNDRED))}</output>
      {by(3)}
      <button type="button" aria-label={words.higher} onClick={() => onPrice(price + mark / STEP_SHARE)}>
        <Icon name="plus" size={18} weight={2} />
      </button>
    </fieldset>
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
          <span className="text-micro">{words.account}</span>
          <b className="scenario__equity figure">
            {formatCoin(toDecimal(scenario.equity), currency)} <small>{currency}</small>
          </b>
        </p>
        <p className="text-stack scenario__change figure">
          <span className="text-micro">
            {words.now}{' '}
            <b className="scenario__before">{formatCoin(toDecimal(scenario.equityNow), currency)}</b>
          </span>
          <b className={`scenario__difference${toneClass(directionOf(toDecimal(change)))}`}>
            {signed(change)}
          </b>
        </p>
      </div>
      <p className="scenario__ratio text-caption">
        <span>
          {words.ratio} <small className="text-micro">{words.ratioLead}</small>
        </span>
        <b className="figure">{words.fromTo(percentText(scenario.ratioNow), percentText(scenario.ratio))}</b>
      </p>
      <span className="scenario__bar" aria-hidden="true">
        <i style={{ width: `${share}%` }} />
      </span>
      <ul className="scenario__positions">
        {scenario.positions.map(({ position, pnl, pnlNow, isLiquidated }) => {
          const its = instruments.find(({ id }) => id === position.instrument);
          return (
            <li key={position.id} className="scenario__position">
              <Badge tone={position.side === 'LONG' ? 'solid-up' : 'solid-down'}>
                {trade.shortSide[position.side]}
              </Badge>
              <span className="text-stack">
                <b className="scenario__figure">
                  {its ? displayName(its.stock) : formatDecimal(String(position.instrument))}
                </b>
                <small className="text-micro figure">
                  {`${trade.marginType[position.marginType]} ${trade.leverage(String(position.leverage))}`}
                </small>
              </span>
              <span className="text-stack scenario__change figure">
                <b className={`scenario__figure${toneClass(directionOf(toDecimal(pnl)))}`}>{signed(pnl)}</b>
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
              <span className="text-micro">
                {its?.terms?.baseCurrency} <small>{isHit ? words.reached : words.notYet}</small>
              </span>
              <b className="scenario__at">{formatPrice(toDecimal(price), precision)}</b>
            </span>
          </li>
        );
      })}
    </ol>
  );
}
