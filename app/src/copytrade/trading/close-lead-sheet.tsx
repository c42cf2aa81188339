// Closing a position that followers copied: what it brings the trader, and what it does to the followers, before it is
// done (picture 38b). The price that is seen goes with the request.
import { directionOf, formatPrice } from '@maru/client/format';
import { displayName } from '@maru/client/format-label';
import { closeCopied } from '@maru/contract/copytrade/close';
import type { WireFuturesOption } from '@maru/contract/futures/instruments';
import { qty as qtyOf, toDecimal } from '@maru/engine/amount';
import { netIfClosed } from '@maru/engine/futures/net-profit';
import { marketPrice, otherSide } from '@maru/engine/futures/terms';
import { shareOf, UNIT } from '@maru/engine/futures/value';
import { heldOf, quoteOf, termsOf } from '../../futures/account/engine-view.ts';
import { qtyText } from '../../futures/account/unit-words.ts';
import { percentOf } from '../../futures/order-form/order-preview.ts';
import { toneClass } from '../../market/prices/tone-class.ts';
import { useLiveTick } from '../../market/prices/use-live-tick.ts';
import { useCall } from '../../shell/connection/use-call.ts';
import { useAlerts } from '../../shell/messages/alert.tsx';
import { useToasts } from '../../shell/messages/toasts.tsx';
import { useMoneyText } from '../../shell/money-text.ts';
import { copytradeWords } from '../../text/copytrade.ts';
import { copytradeTradingWords } from '../../text/copytrade-trading.ts';
import { useWords } from '../../text/language.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { BottomSheet } from '../../ui/overlays/bottom-sheet.tsx';
import { KeyValue, KeyValueList } from '../../ui/rows/key-value.tsx';
import { EffectFacts } from './effect-facts.tsx';
import { followerEffect } from './follower-effect.ts';
import type { OpenLead } from './use-own-trading.ts';

interface Props {
  readonly lead: OpenLead;
  readonly instrument: WireFuturesOption;
  readonly part: 'half' | 'whole';
  readonly onClose: () => void;
  readonly onClosed: () => void;
}

export function CloseLeadSheet({ lead: { position, copied }, instrument, part, onClose, onClosed }: Props) {
  const common = useWords(copytradeWords);
  const words = useWords(copytradeTradingWords);
  const { signed } = useMoneyText('USDT');
  const { show } = useAlerts();
  const toasts = useToasts();
  const closing = useCall(closeCopied, { untilKnown: true });
  const tick = useLiveTick(position.stock);
  const terms = termsOf(instrument);
  const held = heldOf(position);
  const name = displayName(position.stock);
  const half = terms === undefined ? '' : percentOf(held.qty, 50, terms.qtyStep);
  // Half of one step is nothing: then only all of it can be closed.
  const qty = part === 'whole' || Number(half) === 0 ? position.qty : half;
  const quote = tick && quoteOf(tick);
  const seen = quote && marketPrice(otherSide(held.side), quote);
  const closed = qtyOf(qty);
  const whole = seen && terms && netIfClosed(held, seen, terms, UNIT);
  const net = whole && toDecimal(shareOf(whole.net, { part: closed, of: held.qty }, UNIT));
  const effect =
    seen &&
    terms &&
    followerEffect(copied, { side: held.side, price: seen, part: closed, of: held.qty }, terms);

  async function send(): Promise<void> {
    if (seen === undefined) return;
    const outcome = await closing.send({
      body: { futuresTraderOrderId: position.id, closePrice: toDecimal(seen), qty },
    });
    if (outcome === undefined) return;
    if (!outcome.ok) return show(outcome.message);
    toasts.show({
      kind: 'filled',
      title: words.closed,
      line: words.closedLine(name),
      figure: signed(outcome.reply.net),
    });
    onClosed();
  }

  return (
    <BottomSheet
      open
      onClose={onClose}
      title={part === 'half' ? words.half : words.whole}
      closeLabel={common.close}
      action={
        <Button busy={closing.busy} disabled={seen === undefined} onPress={() => void send()}>
          {words.closeDo(qtyText(qty, instrument))}
        </Button>
      }
    >
      <div className="copy-sheet">
        <p className="text-lead">{words.closeLead(name)}</p>
        <KeyValueList framed>
          <KeyValue name={words.seenPrice} strong>
            {formatPrice(seen === undefined ? undefined : toDecimal(seen), instrument.precision)}
          </KeyValue>
          <KeyValue name={words.closeQty}>{qtyText(qty, instrument)}</KeyValue>
          <KeyValue name={words.closeNet} strong>
            {net === undefined ? (
              words.noPrice
            ) : (
              <span className={toneClass(directionOf(net)).trim()}>{signed(net)}</span>
            )}
          </KeyValue>
        </KeyValueList>
        <section aria-labelledby="lead-effect">
          <h3 id="lead-effect" className="text-strong">
            {words.effect}
          </h3>
          <EffectFacts copied={copied} instrument={instrument} effect={effect} />
        </section>
        <p className="text-caption">{words.tolerance}</p>
      </div>
    </BottomSheet>
  );
}
