// What the order of the form takes: margin, fee, where it would be liquidated, and the stop-loss that it brings by itself.
import { formatPrice, MISSING } from '@maru/client/format';
import type { WireFuturesOption } from '@maru/contract/futures/instruments';
import { toDecimal } from '@maru/engine/amount';
import type { OrderFigures } from '@maru/engine/futures/preview';
import type { OrderSide } from '@maru/engine/futures/terms';
import { lazy, Suspense, useState } from 'react';
import { WhyValue } from '../../receipt/why-value.tsx';
import { usePreferences } from '../../shell/device/device.tsx';
import { useMoneyText } from '../../shell/money-text.ts';
import { type FuturesTradeWords, futuresTradeWords } from '../../text/futures-trade.ts';
import { useWords } from '../../text/language.tsx';
import { feePercent, walletCurrency } from '../account/unit-words.ts';
import { availableNow } from '../account/use-surroundings.ts';
import type { OrderPreview } from './order-preview.ts';
import type { OrderFormState } from './use-order-form.ts';
import type { OrderWhy } from './why-order-sheet.tsx';

const WhyOrderSheet = lazy(async () => ({ default: (await import('./why-order-sheet.tsx')).WhyOrderSheet }));

export type Previews = Readonly<Record<OrderSide, OrderPreview | undefined>>;

export interface FactsProps {
  readonly instrument: WireFuturesOption;
  readonly form: OrderFormState;
  readonly isGuest: boolean;
  readonly previews: Previews;
}

interface LiquidationTexts {
  readonly words: FuturesTradeWords;
  readonly precision: number;
}

/** Where the position would be liquidated once an order of this side is filled; it names the side that is then held. */
export function liquidationText(
  side: OrderSide,
  preview: OrderPreview | undefined,
  { words, precision }: LiquidationTexts,
): string {
  const after = preview?.figures;
  if (after?.positionAfter === undefined) return words.liquidationOf(words.shortSide[side], MISSING);
  const level = after.liquidationAfter;
  const price = level === undefined ? words.none : formatPrice(toDecimal(level), precision);
  return words.liquidationOf(words.shortSide[after.positionAfter.side], price);
}

/** Of the side that opens more: its margin is the one that is needed. */
export function neededFigures({ instrument, form, previews }: FactsProps): OrderFigures | undefined {
  const held = form.around.account.positions.find(({ futuresOptionId }) => futuresOptionId === instrument.id);
  return previews[held?.tradeType ?? 'LONG']?.figures;
}

/** The stop-loss that an order of each side would bring by itself; undefined where it brings none. */
export function useDefaultStops({ instrument, form, isGuest }: FactsProps) {
  const words = useWords(futuresTradeWords);
  const { defaultStop } = usePreferences();
  const { ticket } = form;
  if (isGuest || !defaultStop.isOn || ticket.exits.stopLoss.price !== '' || ticket.reduceOnly)
    return undefined;
  const of = (side: OrderSide) =>
    words.liquidationOf(
      words.shortSide[side],
      formatPrice(form.requestFor(side).stopLoss, instrument.precision),
    );
  return {
    name: words.defaultStop(String(defaultStop.lossPercent)),
    LONG: of('LONG'),
    SHORT: of('SHORT'),
  };
}

/** The sheet that explains a figure of the form, and how it is opened. */
export function useOrderWhy(props: FactsProps, exits?: OrderFigures) {
  // Once opened it stays, closed.
  const [asked, setAsked] = useState<OrderWhy | 'none'>();
  const { engine } = props.form.around;
  return {
    ask: (why: OrderWhy) => setAsked(why),
    sheet: asked !== undefined && engine !== undefined && (
      <Suspense>
        <WhyOrderSheet
          asked={asked === 'none' ? undefined : asked}
          onAsk={(why) => setAsked(why ?? 'none')}
          instrument={props.instrument}
          around={engine}
          figures={neededFigures(props)}
          previews={props.isGuest ? NO_PREVIEWS : props.previews}
          exits={exits}
        />
      </Suspense>
    ),
  };
}

const NO_PREVIEWS: Previews = { LONG: undefined, SHORT: undefined };

/** On a phone: one figure opens the explanations of all. */
export function FactLines(props: FactsProps) {
  const { instrument, form, previews, isGuest } = props;
  const words = useWords(futuresTradeWords);
  const { money } = useMoneyText(walletCurrency(instrument));
  const { terms, precision } = instrument;
  const { engine } = form.around;
  const { ask, sheet } = useOrderWhy(props);
  const stops = useDefaultStops(props);
  if (terms === null || engine === undefined) return null;
  const figures = neededFigures(props);
  return (
    <>
      <dl className="futures-form__facts">
        <dt>{words.neededMargin}</dt>
        <dd className="figure">{figures ? money(toDecimal(figures.margin)) : MISSING}</dd>
        <dt>{words.fee(feePercent(instrument))}</dt>
        <dd className="figure">
          {figures === undefined ? (
            MISSING
          ) : (
            <WhyValue
              label={words.whyOf(words.why.fee, money(toDecimal(figures.fee)))}
              onPress={() => ask('fee')}
            >
              {money(toDecimal(figures.fee))}
            </WhyValue>
          )}
        </dd>
        {!isGuest && (
          <>
            <dt>{words.available}</dt>
            <dd className="figure">{money(availableNow(engine))}</dd>
            <dt>{words.liquidationAfter}</dt>
            <dd className="figure">
              {(['LONG', 'SHORT'] as const)
                .map((side) => liquidationText(side, previews[side], { words, precision }))
                .join(' · ')}
            </dd>
          </>
        )}
        {stops && (
          <>
            <dt>{stops.name}</dt>
            <dd className="figure">
              {stops.LONG}
              <br />
              {stops.SHORT}
            </dd>
          </>
        )}
      </dl>
      {sheet}
    </>
  );
}
