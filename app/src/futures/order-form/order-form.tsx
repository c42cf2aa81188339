// The order form beside the book (design 06): margin and leverage, type, prices, quantity, and what the order takes.
import { formatPrice } from '@maru/client/format';
import type { WireFuturesOption } from '@maru/contract/futures/instruments';
import type { OrderRefusal } from '@maru/engine/futures/order-plan';
import { type ComponentType, useState } from 'react';
import { copytradeWords } from '../../text/copytrade.ts';
import { futuresTradeWords } from '../../text/futures-trade.ts';
import { useLanguage, useWords } from '../../text/language.tsx';
import { Checkbox } from '../../ui/controls/checkbox.tsx';
import { Segmented } from '../../ui/controls/segmented.tsx';
import { Slider } from '../../ui/controls/slider.tsx';
import { Stepper } from '../../ui/controls/stepper.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import { useHint } from '../../ui/overlays/hint.tsx';
import { quoteCurrency } from '../account/unit-words.ts';
import { isClosedHere, useCopyBar } from '../copied/use-copy-bar.ts';
import { ORDER_KINDS } from '../orders/order-request.ts';
import { AttachedExitsSheet } from './attached-exits-sheet.tsx';
import { FactLines, type FactsProps, type Previews } from './order-facts.tsx';
import './order-form.css';
import { percentIn, percentOf, sliderQty } from './order-preview.ts';
import { hasExits, hasLimit, hasTrigger, NO_EXITS } from './order-ticket.ts';
import { QtyField } from './qty-field.tsx';
import { refusalOf } from './refusal-text.ts';
import type { OrderFormState } from './use-order-form.ts';

interface Props {
  readonly instrument: WireFuturesOption;
  readonly form: OrderFormState;
  readonly isGuest: boolean;
  /** Open sheets of the page. */
  readonly onLeverage: () => void;
  readonly onMarginType: () => void;
  /** A wide screen has room for more. */
  readonly parts?: FormParts;
  /** Only the amount is asked for. */
  readonly isSimple?: boolean;
}

/** The parts of the form that differ between a phone and a wide screen. */
export interface FormParts {
  readonly Exits: ComponentType<ExitsProps>;
  readonly Facts: ComponentType<FactsProps>;
}

export interface ExitsProps extends Pick<Props, 'instrument' | 'form'> {
  readonly previews: Previews;
  /** The member is about to enter them. */
  readonly isSetting: boolean;
  readonly onSetting: (isSetting: boolean) => void;
}

export function OrderForm({
  instrument,
  form,
  isGuest,
  onLeverage,
  onMarginType,
  parts,
  isSimple = false,
}: Props) {
  const { Exits, Facts } = parts ?? PHONE_PARTS;
  const words = useWords(futuresTradeWords);
  const { ticket, setting } = form;
  const bar = useCopyBar(instrument);
  const { bars } = useWords(copytradeWords);
  const [isSettingExits, setSettingExits] = useState(false);
  const [isTouched, setTouched] = useState(false);
  const previews = { LONG: form.previewOf('LONG'), SHORT: form.previewOf('SHORT') };
  const refusal = isTouched && !isGuest ? sharedRefusal(previews) : undefined;
  const refusalText = useRefusalText(instrument, refusal);
  const touch = () => setTouched(true);
  const isNamed = parts !== undefined;
  return (
    <div className="futures-form">
      {isSimple ? (
        <p className="futures-form__simple text-note figure">
          {words.simpleLead(words.marginType[setting.marginType], String(setting.leverage))}
        </p>
      ) : (
        <>
          <Settings
            form={form}
            why={bar === 'FOLLOWER' ? bars.FOLLOWER : undefined}
            onLeverage={onLeverage}
            onMarginType={onMarginType}
          />
          <Segmented
            label={words.orderType}
            size="small"
            options={ORDER_KINDS.map((value) => ({ value, label: words.type[value] }))}
            value={ticket.type}
            onChange={(type) => ticket.change({ type })}
          />
          <Prices instrument={instrument} form={form} isNamed={isNamed} onTouch={touch} />
        </>
      )}
      <QtyField
        instrument={instrument}
        ticket={ticket}
        hasError={refusal !== undefined && OF_QTY.has(refusal)}
        isNamed={isNamed}
        onTouch={touch}
      />
      <Share instrument={instrument} form={form} previews={previews} isDisabled={isGuest} onTouch={touch} />
      {!isSimple && (
        <>
          <Checks
            ticket={ticket}
            why={isClosedHere(bar) ? bars[bar] : undefined}
            isSetting={isSettingExits}
            onSetting={setSettingExits}
          />
          <Exits
            instrument={instrument}
            form={form}
            previews={previews}
            isSetting={isSettingExits}
            onSetting={setSettingExits}
          />
        </>
      )}
      {refusalText === undefined ? (
        <Facts instrument={instrument} form={form} previews={previews} isGuest={isGuest} />
      ) : (
        <p className="futures-form__fault" role="alert">
          {refusalText}
        </p>
      )}
    </div>
  );
}

interface SettingsProps extends Pick<Props, 'form' | 'onLeverage' | 'onMarginType'> {
  /** Why neither can be changed: a copy is open here. */
  readonly why: string | undefined;
}

function Settings({ form: { setting }, why, onLeverage, onMarginType }: SettingsProps) {
  const words = useWords(futuresTradeWords);
  return (
    <div className="futures-form__settings">
      <SettingButton
        label={words.marginTypeOf(words.marginType[setting.marginType])}
        why={why}
        onPress={onMarginType}
      >
        {words.marginType[setting.marginType]}
      </SettingButton>
      <SettingButton
        label={words.leverageOf(String(setting.leverage))}
        isFigure
        why={why}
        onPress={onLeverage}
      >
        {words.leverage(String(setting.leverage))}
      </SettingButton>
    </div>
  );
}

interface SettingButtonProps extends Pick<SettingsProps, 'why'> {
  readonly label: string;
  readonly isFigure?: boolean;
  readonly onPress: () => void;
  readonly children: string;
}

function SettingButton({ label, isFigure = false, why, onPress, children }: SettingButtonProps) {
  const { control, held, hint } = useHint<HTMLButtonElement>(why);
  return (
    <button
      ref={control}
      type="button"
      className={isFigure ? 'figure' : undefined}
      aria-label={label}
      aria-haspopup="dialog"
      onClick={held === undefined ? onPress : undefined}
      {...held}
    >
      {children}
      <Icon name={held === undefined ? 'chevron-down' : 'lock'} size={14} weight={2} />
      {hint}
    </button>
  );
}

interface ChecksProps extends Pick<ExitsProps, 'isSetting' | 'onSetting'> {
  readonly ticket: OrderFormState['ticket'];
  /** Why copy trading allows neither: what is set can only be taken away. */
  readonly why: string | undefined;
}

function Checks({ ticket, why, isSetting, onSetting }: ChecksProps) {
  const words = useWords(futuresTradeWords);
  const hasOwnExits = (hasExits(ticket) || isSetting) && !ticket.reduceOnly;
  return (
    <div className="futures-form__checks">
      <Checkbox
        size="small"
        checked={hasOwnExits}
        disabled={ticket.reduceOnly}
        why={hasOwnExits ? undefined : why}
        onChange={(checked) => {
          onSetting(checked);
          if (!checked) ticket.change({ exits: NO_EXITS });
        }}
      >
        {words.exits}
      </Checkbox>
      <Checkbox
        size="small"
        checked={ticket.reduceOnly}
        why={ticket.reduceOnly ? undefined : why}
        onChange={(reduceOnly) => ticket.change({ reduceOnly })}
      >
        {words.reduceOnly}
      </Checkbox>
    </div>
  );
}

/** An empty form is not wrong yet, and a missing price is shown by the dock. */
const QUIET: ReadonlySet<OrderRefusal | undefined> = new Set(['ENTER_QTY', 'NO_FRESH_PRICE'] as const);

/** Those that another quantity would mend. */
const OF_QTY: ReadonlySet<OrderRefusal> = new Set([
  'QTY_OFF_STEP',
  'QTY_TOO_SMALL',
  'ABOVE_LEVERAGE_CAP',
  'ABOVE_HOLDINGS',
] as const);

/** A refusal that both sides would get is about the form; one of a single side is shown when that side is pressed. */
function sharedRefusal({ LONG, SHORT }: Previews): OrderRefusal | undefined {
  const refusal = LONG?.refusal === SHORT?.refusal ? LONG?.refusal : undefined;
  return QUIET.has(refusal) ? undefined : refusal;
}

function useRefusalText(
  { tickSize, terms }: WireFuturesOption,
  refusal: OrderRefusal | undefined,
): string | undefined {
  const { language } = useLanguage();
  const words = useWords(futuresTradeWords);
  if (refusal === undefined) return undefined;
  return refusalOf(refusal, { language, words, tickSize, qtyStep: terms?.qtyStep });
}

interface PartProps extends Pick<Props, 'instrument' | 'form'> {
  readonly onTouch: () => void;
}

interface PricesProps extends PartProps {
  /** Names and currency are shown in the fields. */
  readonly isNamed: boolean;
}

function Prices({ instrument, form: { ticket }, isNamed, onTouch }: PricesProps) {
  const words = useWords(futuresTradeWords);
  const { type } = ticket;
  const both = hasTrigger(type) && hasLimit(type);
  const field = (name: 'price' | 'trigger', label: string, prefix?: string) => (
    <Stepper
      label={label}
      words={{ less: `${label}, ${words.priceDown}`, more: `${label}, ${words.priceUp}` }}
      value={ticket[name]}
      onChange={(price) => {
        onTouch();
        ticket.change({ [name]: price });
      }}
      step={instrument.tickSize}
      precision={instrument.precision}
      min="0"
      isPadded
      {...(prefix === undefined ? {} : { prefix })}
      {...(isNamed ? { unit: quoteCurrency(instrument) } : {})}
    />
  );
  return (
    <>
      {hasTrigger(type) && field('trigger', words.triggerPrice, words.trigger)}
      {hasTrigger(type) && (
        <Segmented
          label={words.watches}
          size="small"
          options={(['last', 'mark'] as const).map((value) => ({ value, label: words.watched[value] }))}
          value={ticket.isMark ? 'mark' : 'last'}
          onChange={(watched) => ticket.change({ isMark: watched === 'mark' })}
        />
      )}
      {hasLimit(type) &&
        field('price', words.limitPrice, both ? words.limit : isNamed ? words.bookPrice : undefined)}
      {type === 'MARKET' && <p className="futures-form__at-market text-note">{words.atMarket}</p>}
    </>
  );
}

interface ShareProps extends PartProps {
  readonly previews: Previews;
  readonly isDisabled: boolean;
}

function Share({ instrument, form, previews, isDisabled, onTouch }: ShareProps) {
  const words = useWords(futuresTradeWords);
  const whole = sliderQty({ LONG: form.largestOf('LONG'), SHORT: form.largestOf('SHORT') });
  const { terms } = instrument;
  const asked = previews.LONG?.figures?.qty ?? previews.SHORT?.figures?.qty;
  return (
    <Slider
      label={words.share}
      value={form.ticket.amount === '' ? 0 : percentIn(asked, whole)}
      format={(percent) => `${percent}%`}
      disabled={isDisabled || terms === null || whole === 0n}
      onChange={(percent) => {
        const step = form.around.engine?.terms.qtyStep;
        if (step === undefined) return;
        onTouch();
        // A share is of a quantity: money is converted by the engine only in the other direction.
        const amount = percentOf(whole, percent, step);
        form.ticket.change({ unit: 'qty', amount: Number(amount) === 0 ? '' : amount });
      }}
    />
  );
}

/** A phone has no room for the prices: they are entered in a sheet. */
function ExitsInSheet({ instrument, form, isSetting, onSetting }: ExitsProps) {
  const words = useWords(futuresTradeWords);
  const { ticket } = form;
  const { takeProfit, stopLoss } = ticket.exits;
  const shown = (price: string) => (price === '' ? '–' : formatPrice(price, instrument.precision));
  return (
    <>
      {hasExits(ticket) && !ticket.reduceOnly && (
        <button
          type="button"
          className="futures-form__exits figure"
          aria-label={`${words.exitsChange} ${shown(takeProfit.price)} / ${shown(stopLoss.price)}`}
          onClick={() => onSetting(true)}
        >
          {shown(takeProfit.price)} / {shown(stopLoss.price)}
          <Icon name="edit" size={14} />
        </button>
      )}
      <AttachedExitsSheet
        open={isSetting}
        onClose={() => onSetting(false)}
        instrument={instrument}
        form={form}
      />
    </>
  );
}

const PHONE_PARTS: FormParts = { Exits: ExitsInSheet, Facts: FactLines };
