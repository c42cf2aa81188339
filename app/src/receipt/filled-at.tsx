// At which price an order was filled, from which quotes, and by which rule.
import { formatPrice } from '@maru/client/format';
import { fillReceiptWords } from '../text/fill-receipt.ts';
import { useWords } from '../text/language.tsx';
import { KeyValue, KeyValueList } from '../ui/rows/key-value.tsx';
import { ReceiptSection } from './receipt-page.tsx';

interface Props {
  /** The price that had to be reached; null where nothing was waited for. */
  readonly condition: {
    readonly level: string;
    readonly fires: 'AT_OR_ABOVE' | 'AT_OR_BELOW';
    readonly by: 'last' | 'mark' | 'bid' | 'ask';
  } | null;
  /** The mark only where the instrument has one. */
  readonly tick: {
    readonly last: string;
    readonly bid: string;
    readonly ask: string;
    readonly mark?: string;
  };
  readonly price: string;
  /** It waited in the book and was filled at its own price; otherwise at the ask or the bid. */
  readonly isRested: boolean;
  readonly isPurchase: boolean;
  readonly rule: string;
  /** What the rule says about this fill; otherwise that of a market order. */
  readonly ruleText?: string | undefined;
  readonly precision: number;
}

export function FilledAt(props: Props) {
  const { condition, tick, price, isRested, isPurchase, rule, ruleText, precision } = props;
  const words = useWords(fillReceiptWords);
  const filledBy = isRested ? words.byOwnPrice : isPurchase ? words.byAsk : words.byBid;
  const figure = (text: string) => formatPrice(text, precision);
  return (
    <ReceiptSection title={words.filledHow}>
      <div className="trade-detail__ruled">
        <KeyValueList framed>
          {condition !== null && (
            <KeyValue name={words.condition} strong>
              {condition.fires === 'AT_OR_ABOVE'
                ? words.reachedAbove(words.quoted[condition.by], figure(condition.level))
                : words.reachedBelow(words.quoted[condition.by], figure(condition.level))}
            </KeyValue>
          )}
          <KeyValue name={words.quoted.last} strong>
            {figure(tick.last)}
          </KeyValue>
          {tick.mark !== undefined && (
            <KeyValue name={words.quoted.mark} strong>
              {figure(tick.mark)}
            </KeyValue>
          )}
          <KeyValue name={words.bidAsk} strong>
            {figure(tick.bid)} / {figure(tick.ask)}
          </KeyValue>
          <KeyValue name={words.filledPrice} strong>
            <small className="text-micro">{filledBy}</small> {figure(price)}
          </KeyValue>
          <KeyValue name={words.ruleOf(rule)}>
            <span className="trade-detail__wrap text-note">{ruleText ?? words.ruleMarket}</span>
          </KeyValue>
        </KeyValueList>
      </div>
    </ReceiptSection>
  );
}
