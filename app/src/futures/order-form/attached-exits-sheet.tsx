// Take-profit and stop-loss that an order brings to its position: what each would leave is computed before it is placed.
import { formatPrice } from '@maru/client/format';
import type { WireFuturesOption } from '@maru/contract/futures/instruments';
import { price as priceOf, rateOfUnits, toDecimal } from '@maru/engine/amount';
import { entryAt } from '@maru/engine/entry';
import type { OrderRefusal } from '@maru/engine/futures/order-plan';
import type { OrderSide } from '@maru/engine/futures/terms';
import { priceAtRoe } from '@maru/engine/futures/value';
import { useId, useState } from 'react';
import { onGrid } from '../../market/prices/price-grid.ts';
import { useMoneyText } from '../../shell/money-text.ts';
import { futuresTradeWords } from '../../text/futures-trade.ts';
import { useLanguage, useWords } from '../../text/language.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { Segmented } from '../../ui/controls/segmented.tsx';
import { BottomSheet } from '../../ui/overlays/bottom-sheet.tsx';
import { walletCurrency } from '../account/unit-words.ts';
import './attached-exits-sheet.css';
import { ExitLegField } from './exit-leg-field.tsx';
import { exitTexts, preview } from './order-preview.ts';
import { type ExitLeg, type Exits, hasExits, NO_EXITS, requestOf } from './order-ticket.ts';
import { refusalOf } from './refusal-text.ts';
import type { OrderFormState } from './use-order-form.ts';

interface Props {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly instrument: WireFuturesOption;
  readonly form: OrderFormState;
}

export function AttachedExitsSheet({ open, onClose, ...props }: Props) {
  const words = useWords(futuresTradeWords);
  const [draft, setDraft] = useState<Exits>();
  const exits = draft ?? props.form.ticket.exits;
  const leave = () => {
    setDraft(undefined);
    onClose();
  };
  const apply = (next: Exits) => {
    props.form.ticket.change({ exits: next });
    leave();
  };
  return (
    <BottomSheet
      open={open}
      onClose={leave}
      title={words.exits}
      closeLabel={words.close}
      hasUnsavedInput={draft !== undefined}
      action={
        <>
          <Button kind="tonal" width="fit" disabled={!hasExits({ exits })} onPress={() => apply(NO_EXITS)}>
            {words.clearExits}
          </Button>
          <Button disabled={draft === undefined} onPress={() => apply(exits)}>
            {words.apply}
          </Button>
        </>
      }
    >
      {open && <Legs {...props} exits={exits} onChange={setDraft} />}
    </BottomSheet>
  );
}

interface LegsProps extends Pick<Props, 'instrument' | 'form'> {
  readonly exits: Exits;
  readonly onChange: (exits: Exits) => void;
}

/** Refusals that are about the exits; all others belong to the order. */
const OF_EXITS: ReadonlySet<OrderRefusal | undefined> = new Set([
  'TPSL_REJECTED',
  'TPSL_BEYOND_LIQUIDATION',
] as const);

function Legs({ instrument, form, exits, onChange }: LegsProps) {
  const words = useWords(futuresTradeWords);
  const { language } = useLanguage();
  const { signedFigure } = useMoneyText(walletCurrency(instrument));
  const { around, ticket, setting } = form;
  const held = around.account.positions.find(({ futuresOptionId }) => futuresOptionId === instrument.id);
  const [side, setSide] = useState<OrderSide>(held?.tradeType ?? 'LONG');
  const { engine } = around;
  const { terms, precision, tickSize } = instrument;
  const request = requestOf(
    { ...ticket, reduceOnly: false, exits },
    { futuresOptionId: instrument.id, tradeType: side, setting },
  );
  const { figures, refusal } = (engine && preview(engine, request)) ?? {};
  const isRefused = OF_EXITS.has(refusal);
  const liquidation =
    figures?.liquidationAfter && formatPrice(toDecimal(figures.liquidationAfter), precision);
  const leadId = useId();
  const isWrong = (leg: ExitLeg) => leg.price !== '' && isRefused;
  const text = refusal && refusalOf(refusal, { language, words, tickSize, qtyStep: terms?.qtyStep });
  // A return is a share of the margin, so that no quantity is needed to find its price.
  const at = request.price ?? form.tick?.last;
  const standIn =
    at === undefined ? undefined : { side, entry: entryAt(priceOf(at)), leverage: setting.leverage };
  const priceAt = (percent: number) => {
    const position = figures?.positionAfter ?? standIn;
    if (position === undefined || engine === undefined) return undefined;
    const roe = rateOfUnits(BigInt(percent) * 1_000_000n);
    const price = priceAtRoe(position, roe, engine.terms, 'half-up');
    return price === undefined ? undefined : onGrid(toDecimal(price), tickSize);
  };
  const leg = (kind: 'takeProfit' | 'stopLoss') => {
    const found = figures?.[kind];
    const worth = found && exitTexts(found);
    return (
      <ExitLegField
        kind={kind}
        leg={exits[kind]}
        onChange={(next) => onChange({ ...exits, [kind]: next })}
        precision={precision}
        currency={terms?.quoteCurrency ?? instrument.currency}
        worth={worth && { ...worth, netText: signedFigure(worth.net) }}
        priceAt={priceAt}
        // The engine names the first rule that is broken, and a liquidation price limits only a stop.
        invalidBy={
          isWrong(exits[kind]) && !(kind === 'takeProfit' && refusal === 'TPSL_BEYOND_LIQUIDATION')
            ? leadId
            : undefined
        }
      />
    );
  };
  return (
    <div className="attached-exits">
      <Segmented
        label={words.exitsSide}
        size="small"
        options={(['LONG', 'SHORT'] as const).map((value) => ({ value, label: words.side[value] }))}
        value={side}
        onChange={setSide}
      />
      {leg('takeProfit')}
      {leg('stopLoss')}
      <p
        id={leadId}
        aria-live="polite"
        className={`attached-exits__lead text-caption${isRefused ? ' attached-exits__lead--refused' : ''}`}
      >
        {isRefused ? text : words.exitsLead(liquidation)}
      </p>
    </div>
  );
}
