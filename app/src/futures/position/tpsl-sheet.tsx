// Take-profit and stop-loss of an open position (design 06c); exits of parts and trailing stops are its second step.
import { formatPrice } from '@maru/client/format';
import { setFuturesTpsl } from '@maru/contract/futures/calls';
import type { WireFuturesOrder } from '@maru/contract/futures/wire';
import { type RefusalCode, refusalText } from '@maru/contract/refusals';
import { price as priceOf, rateOfUnits, toDecimal } from '@maru/engine/amount';
import { exitPreview } from '@maru/engine/futures/preview';
import { priceAtRoe, UNIT } from '@maru/engine/futures/value';
import { useId, useState } from 'react';
import { onGrid } from '../../market/prices/price-grid.ts';
import { useCall } from '../../shell/connection/use-call.ts';
import { useAlerts } from '../../shell/messages/alert.tsx';
import { useMoneyText } from '../../shell/money-text.ts';
import { futuresPositionWords } from '../../text/futures-position.ts';
import { futuresTradeWords } from '../../text/futures-trade.ts';
import { useLanguage, useWords } from '../../text/language.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { BottomSheet } from '../../ui/overlays/bottom-sheet.tsx';
import { heldOf } from '../account/engine-view.ts';
import { walletCurrency } from '../account/unit-words.ts';
import { useFuturesAccount } from '../account/use-futures-account.ts';
import type { EngineSurroundings } from '../account/use-surroundings.ts';
import { ExitLegField } from '../order-form/exit-leg-field.tsx';
import { exitTexts } from '../order-form/order-preview.ts';
import { type ExitLeg, type Exits, NO_EXITS } from '../order-form/order-ticket.ts';
import { exitRefusal } from './exit-refusal.ts';
import { PartExits } from './part-exits.tsx';
import { PositionHead } from './position-head.tsx';
import type { PositionSheetProps } from './position-sheets.tsx';
import { usePositionAround } from './use-position-around.ts';

type Kind = keyof Exits;

const TYPES = { takeProfit: 'TAKEPROFIT', stopLoss: 'STOPLOSS' } as const;
const KINDS = ['takeProfit', 'stopLoss'] as const;

/** The exits of the whole position as they are. */
function legsOf(exits: readonly WireFuturesOrder[]): Exits {
  const leg = (kind: Kind): ExitLeg => {
    const found = exits.find(({ marketType, qty }) => marketType === TYPES[kind] && qty === null);
    return found ? { price: found.stopPrice ?? '', isMark: found.isMark } : NO_EXITS[kind];
  };
  return { takeProfit: leg('takeProfit'), stopLoss: leg('stopLoss') };
}

const isSame = (a: ExitLeg, b: ExitLeg): boolean =>
  a.price === b.price && (a.price === '' || a.isMark === b.isMark);

export function TpslSheet({ open, ...props }: PositionSheetProps) {
  const words = useWords(futuresPositionWords);
  return open ? (
    <OpenSheet {...props} />
  ) : (
    <BottomSheet open={false} onClose={props.onClose} title={words.tpsl} closeLabel={words.dismiss}>
      {null}
    </BottomSheet>
  );
}

function OpenSheet(props: Omit<PositionSheetProps, 'open'>) {
  const words = useWords(futuresPositionWords);
  const { holding, instrument, onClose } = props;
  const { show } = useAlerts();
  const { reload } = useFuturesAccount();
  const { busy, send } = useCall(setFuturesTpsl, { untilKnown: true });
  const around = usePositionAround(instrument);
  const stored = legsOf(holding.exits);
  const [draft, setDraft] = useState<Exits>();
  const [isParts, setParts] = useState(false);
  const exits = draft ?? stored;
  const changed = KINDS.filter((kind) => !isSame(exits[kind], stored[kind]));
  const refusals = Object.fromEntries(
    changed.map((kind) => [kind, exitRefusal(kind, exits[kind], holding, around)]),
  ) as Partial<Record<Kind, RefusalCode | undefined>>;

  async function apply(next: Exits) {
    const outcome = await send({
      body: {
        futuresPositionId: holding.position.id,
        takeProfit: next.takeProfit.price === '' ? null : next.takeProfit.price,
        stopLoss: next.stopLoss.price === '' ? null : next.stopLoss.price,
        isMarkTp: next.takeProfit.isMark,
        isMarkSl: next.stopLoss.isMark,
      },
    });
    if (outcome === undefined) return;
    if (!outcome.ok) show(outcome.message);
    reload();
    if (outcome.ok) onClose();
  }

  const leadId = useId();
  const shown = changed.map((kind) => refusals[kind]).find((refusal) => refusal !== undefined);
  const hasStored = KINDS.some((kind) => stored[kind].price !== '');
  return (
    <BottomSheet
      open
      onClose={onClose}
      title={words.tpsl}
      closeLabel={words.dismiss}
      hasUnsavedInput={changed.length > 0}
      action={
        isParts ? (
          <Button kind="tonal" onPress={() => setParts(false)}>
            {words.toWhole}
          </Button>
        ) : (
          <>
            <Button
              kind="tonal"
              width="fit"
              disabled={busy || !hasStored}
              onPress={() => void apply(NO_EXITS)}
            >
              {words.removeAll}
            </Button>
            <Button
              busy={busy}
              disabled={changed.length === 0 || changed.some((kind) => refusals[kind] !== undefined)}
              onPress={() => void apply(exits)}
            >
              {words.apply}
            </Button>
          </>
        )
      }
    >
      <div className="position-sheet">
        <PositionHead holding={holding} instrument={instrument} />
        {isParts ? (
          <PartExits holding={holding} instrument={instrument} around={around} />
        ) : (
          <>
            {KINDS.map((kind) => (
              <Leg
                key={kind}
                kind={kind}
                leg={exits[kind]}
                invalidBy={refusals[kind] === undefined ? undefined : leadId}
                around={around}
                onChange={(leg) => setDraft({ ...exits, [kind]: leg })}
                {...props}
              />
            ))}
            <Lead id={leadId} exits={exits} precision={instrument.precision} refusal={shown} />
            <Button kind="tonal" size="medium" onPress={() => setParts(true)}>
              {words.moreExits}
            </Button>
          </>
        )}
      </div>
    </BottomSheet>
  );
}

interface LegProps extends Pick<PositionSheetProps, 'holding' | 'instrument'> {
  readonly kind: Kind;
  readonly leg: ExitLeg;
  readonly invalidBy: string | undefined;
  readonly around: EngineSurroundings | undefined;
  readonly onChange: (leg: ExitLeg) => void;
}

const PERCENT = 1_000_000n;

function Leg({ kind, leg, invalidBy, around, holding, instrument, onChange }: LegProps) {
  const { signedFigure } = useMoneyText(walletCurrency(instrument));
  const held = heldOf(holding.position);
  const terms = around?.terms;
  const worth =
    terms && Number(leg.price) > 0
      ? exitTexts(exitPreview(held, priceOf(leg.price), terms, UNIT))
      : undefined;
  return (
    <ExitLegField
      kind={kind}
      leg={leg}
      onChange={onChange}
      precision={instrument.precision}
      currency={instrument.terms?.quoteCurrency ?? instrument.currency}
      worth={worth && { ...worth, netText: signedFigure(worth.net) }}
      priceAt={(percent) => {
        const at = terms && priceAtRoe(held, rateOfUnits(BigInt(percent) * PERCENT), terms, 'half-up');
        return at === undefined ? undefined : onGrid(toDecimal(at), instrument.tickSize);
      }}
      invalidBy={invalidBy}
    />
  );
}

interface LeadProps {
  readonly id: string;
  readonly exits: Exits;
  readonly precision: number;
  readonly refusal: RefusalCode | undefined;
}

/** What happens when the price is reached, of the exit that is set; in its place, why it would be refused. */
function Lead({ id, exits, precision, refusal }: LeadProps) {
  const { language } = useLanguage();
  return (
    <p
      id={id}
      aria-live="polite"
      className={`position-sheet__lead text-caption${refusal ? ' position-sheet__refusal' : ''}`}
    >
      {refusal ? refusalText(refusal, language) : <LeadText exits={exits} precision={precision} />}
    </p>
  );
}

function LeadText({ exits, precision }: Pick<LeadProps, 'exits' | 'precision'>) {
  const words = useWords(futuresPositionWords);
  const trade = useWords(futuresTradeWords);
  const set = KINDS.find((kind) => exits[kind].price !== '');
  if (set === undefined) return words.noExits;
  const { price, isMark } = exits[set];
  return words.exitLead({
    watched: words.watched[isMark ? 'mark' : 'last'],
    price: formatPrice(price, precision),
    leg: trade.leg[set],
  });
}
