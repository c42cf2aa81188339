// Several exits of one position, each of a part of it, and trailing stops: listed with delete, and added one by one.
import { formatDecimal, formatPrice } from '@maru/client/format';
import { cancelFuturesOrder, placeFuturesOrder } from '@maru/contract/futures/calls';
import type { WireFuturesOrder } from '@maru/contract/futures/wire';
import { type RefusalCode, refusalText } from '@maru/contract/refusals';
import { divide, parseUnits, qty as qtyOf, toDecimal } from '@maru/engine/amount';
import { exitQtyFault } from '@maru/engine/futures/exits';
import { otherSide } from '@maru/engine/futures/terms';
import { useState } from 'react';
import { useCall } from '../../shell/connection/use-call.ts';
import { useAlerts } from '../../shell/messages/alert.tsx';
import { futuresPositionWords } from '../../text/futures-position.ts';
import { useLanguage, useWords } from '../../text/language.tsx';
import { Button, IconButton } from '../../ui/buttons/button.tsx';
import { Segmented } from '../../ui/controls/segmented.tsx';
import { Slider } from '../../ui/controls/slider.tsx';
import { NumberField } from '../../ui/fields/number-field.tsx';
import { heldOf } from '../account/engine-view.ts';
import { qtyText } from '../account/unit-words.ts';
import { useFuturesAccount } from '../account/use-futures-account.ts';
import type { EngineSurroundings } from '../account/use-surroundings.ts';
import { percentOf } from '../order-form/order-preview.ts';
import './part-exits.css';
import { exitRefusal } from './exit-refusal.ts';
import type { PositionSheetProps } from './position-sheets.tsx';

interface Props extends Pick<PositionSheetProps, 'holding' | 'instrument'> {
  readonly around: EngineSurroundings | undefined;
}

const isListed = ({ marketType, qty }: WireFuturesOrder): boolean =>
  qty !== null || marketType === 'TRAILINGSTOP';

export function PartExits(props: Props) {
  const words = useWords(futuresPositionWords);
  const exits = props.holding.exits.filter(isListed);
  return (
    <>
      <section aria-label={words.partExits}>
        <h3 className="text-label">{words.partExits}</h3>
        {exits.length === 0 && <p className="text-caption">{words.noPartExits}</p>}
        <ul>
          {exits.map((exit) => (
            <li key={exit.id}>
              <ExitRow exit={exit} instrument={props.instrument} />
            </li>
          ))}
        </ul>
      </section>
      <NewExit {...props} />
    </>
  );
}

interface RowProps extends Pick<Props, 'instrument'> {
  readonly exit: WireFuturesOrder;
}

function ExitRow({ exit, instrument }: RowProps) {
  const words = useWords(futuresPositionWords);
  const { show } = useAlerts();
  const { reload } = useFuturesAccount();
  const { busy, send } = useCall(cancelFuturesOrder, { untilKnown: true });
  const kind = words.exitKinds[exit.marketType as Kind];
  const level = exit.trailing
    ? words.trailingOf(formatDecimal(toDecimal((parseUnits(exit.trailing.callbackRate) ?? 0n) * 100n)))
    : `${words.watched[exit.isMark ? 'mark' : 'last']} ${formatPrice(exit.stopPrice ?? undefined, instrument.precision)}`;
  const size = exit.qty === null ? words.whole : qtyText(exit.qty, instrument);
  async function remove() {
    const outcome = await send({ body: { id: exit.id } });
    if (outcome?.ok === false) show(outcome.message);
    reload();
  }
  return (
    <div className="part-exit">
      <span className="text-stack">
        <b className="text-strong figure">{`${kind} ${level}`}</b>
        <span className="text-micro figure">{size}</span>
      </span>
      <IconButton
        icon="trash"
        size={20}
        disabled={busy}
        label={words.removeOf(`${kind} ${level}`)}
        onPress={() => void remove()}
      />
    </div>
  );
}

const KINDS = ['TAKEPROFIT', 'STOPLOSS', 'TRAILINGSTOP'] as const;
type Kind = (typeof KINDS)[number];

interface Draft {
  readonly kind: Kind;
  readonly price: string;
  readonly callback: string;
  readonly isMark: boolean;
  readonly percent: number;
}

const FIRST: Draft = { kind: 'TAKEPROFIT', price: '', callback: '1', isMark: true, percent: 50 };

/** In percent; the rules allow the same (docs/rules.md 3.5). */
const LEAST_CALLBACK = '0.1';
const MOST_CALLBACK = '20';

const callbackRate = (percent: string): string => toDecimal(divide(parseUnits(percent) ?? 0n, 100n, 'down'));

function NewExit({ holding, instrument, around }: Props) {
  const words = useWords(futuresPositionWords);
  const { language } = useLanguage();
  const { show } = useAlerts();
  const { reload } = useFuturesAccount();
  const { busy, send } = useCall(placeFuturesOrder, { untilKnown: true });
  const [draft, setDraft] = useState<Draft>(FIRST);
  const change = (part: Partial<Draft>) => setDraft({ ...draft, ...part });
  const { position } = holding;
  const held = heldOf(position);
  const isTrailing = draft.kind === 'TRAILINGSTOP';
  const isWhole = draft.percent === 100;
  const qty = around && !isWhole ? percentOf(held.qty, draft.percent, around.terms.qtyStep) : position.qty;
  const currency = instrument.terms?.quoteCurrency ?? instrument.currency;
  const refusal: RefusalCode | undefined =
    (!isTrailing && draft.price !== ''
      ? exitRefusal(draft.kind === 'TAKEPROFIT' ? 'takeProfit' : 'stopLoss', draft, holding, around)
      : undefined) ?? (around && !isWhole ? exitQtyFault(qtyOf(qty), held, around.terms) : undefined);
  const isEmpty = isTrailing ? draft.callback === '' : draft.price === '';

  async function place() {
    const outcome = await send({
      body: {
        futuresOptionId: instrument.id,
        futuresPositionId: position.id,
        tradeType: otherSide(position.tradeType),
        marketType: draft.kind,
        isMark: draft.isMark,
        ...(isWhole ? {} : { qty }),
        ...(isTrailing
          ? {
              callbackRate: callbackRate(draft.callback),
              ...(draft.price === '' ? {} : { activationPrice: draft.price }),
            }
          : { stopPrice: draft.price }),
      },
    });
    if (outcome === undefined) return;
    if (!outcome.ok) show(outcome.message);
    else setDraft({ ...FIRST, kind: draft.kind });
    reload();
  }

  return (
    <section className="part-exits__new" aria-label={words.addExit}>
      <Segmented
        label={words.exitKind}
        size="small"
        options={KINDS.map((value) => ({ value, label: words.exitKinds[value] }))}
        value={draft.kind}
        onChange={(kind) => change({ kind })}
      />
      <Segmented
        label={words.watches}
        size="small"
        options={(['mark', 'last'] as const).map((value) => ({ value, label: words.watched[value] }))}
        value={draft.isMark ? 'mark' : 'last'}
        onChange={(watched) => change({ isMark: watched === 'mark' })}
      />
      {isTrailing && (
        <NumberField
          name="callback"
          label={words.callback}
          surface="sheet"
          precision={2}
          min={LEAST_CALLBACK}
          max={MOST_CALLBACK}
          value={draft.callback}
          onChange={(callback) => change({ callback })}
        />
      )}
      <NumberField
        name="exitPrice"
        label={
          isTrailing ? words.activation(currency) : words.exitPrice(words.exitKinds[draft.kind], currency)
        }
        surface="sheet"
        precision={instrument.precision}
        min="0"
        value={draft.price}
        onChange={(price) => change({ price })}
        error={refusal && refusalText(refusal, language)}
        reserve
      />
      <Slider
        label={words.share}
        value={draft.percent}
        format={(value) => `${value}%`}
        onChange={(percent) => change({ percent: Math.max(1, percent) })}
      />
      <p className="text-caption figure">{words.partOf(isWhole ? words.whole : qtyText(qty, instrument))}</p>
      <Button
        size="medium"
        busy={busy}
        disabled={isEmpty || refusal !== undefined}
        onPress={() => void place()}
      >
        {words.addExit}
      </Button>
    </section>
  );
}
