// Closing only my copy: the price that is seen, and what it would bring, before it is done. That price goes with the
// request, which is refused when the market has become much worse.
import { directionOf, formatPrice } from '@maru/client/format';
import { displayName } from '@maru/client/format-label';
import { closeCopied } from '@maru/contract/copytrade/close';
import type { CopyPosition } from '@maru/contract/copytrade/wire';
import type { WireFuturesOption } from '@maru/contract/futures/instruments';
import { amountOfUnits, qty, toDecimal } from '@maru/engine/amount';
import { netIfClosed } from '@maru/engine/futures/net-profit';
import { marketPrice, otherSide } from '@maru/engine/futures/terms';
import { shareOf, UNIT } from '@maru/engine/futures/value';
import { heldOf, quoteOf, termsOf } from '../../futures/account/engine-view.ts';
import { qtyText } from '../../futures/account/unit-words.ts';
import { toneClass } from '../../market/prices/tone-class.ts';
import { useLiveTick } from '../../market/prices/use-live-tick.ts';
import { useCall } from '../../shell/connection/use-call.ts';
import { useAlerts } from '../../shell/messages/alert.tsx';
import { useToasts } from '../../shell/messages/toasts.tsx';
import { useMoneyText } from '../../shell/money-text.ts';
import { copytradeWords } from '../../text/copytrade.ts';
import { copytradeMineWords } from '../../text/copytrade-mine.ts';
import { useWords } from '../../text/language.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { BottomSheet } from '../../ui/overlays/bottom-sheet.tsx';
import { KeyValue, KeyValueList } from '../../ui/rows/key-value.tsx';

interface Props {
  readonly copy: CopyPosition;
  readonly instrument: WireFuturesOption;
  readonly onClose: () => void;
  readonly onClosed: () => void;
}

export function CloseCopySheet({ copy, instrument, onClose, onClosed }: Props) {
  const common = useWords(copytradeWords);
  const words = useWords(copytradeMineWords);
  const { signed } = useMoneyText('USDT');
  const { show } = useAlerts();
  const toasts = useToasts();
  const closing = useCall(closeCopied, { untilKnown: true });
  const tick = useLiveTick(copy.stock);
  const terms = termsOf(instrument);
  const name = displayName(copy.stock);
  const quote = tick && quoteOf(tick);
  const held = heldOf(copy.position);
  const seen = quote && marketPrice(otherSide(held.side), quote);
  const whole = seen && terms && netIfClosed(held, seen, terms, UNIT);
  // Of the copied part alone: it may be less than the position.
  const part = (of: bigint) =>
    signed(toDecimal(shareOf(amountOfUnits(of), { part: qty(copy.qty), of: held.qty }, UNIT)));
  const net = whole && toDecimal(shareOf(whole.net, { part: qty(copy.qty), of: held.qty }, UNIT));

  async function send(): Promise<void> {
    if (seen === undefined) return;
    const outcome = await closing.send({
      body: { futuresFollowerOrderId: copy.futuresFollowerOrderId, closePrice: toDecimal(seen) },
    });
    if (outcome === undefined) return;
    // After a price that became worse the sheet stays, with the price of now.
    if (!outcome.ok) return show(outcome.message);
    toasts.show({ kind: 'filled', title: words.closed, line: name, figure: signed(outcome.reply.net) });
    onClosed();
  }

  return (
    <BottomSheet
      open
      onClose={onClose}
      title={words.closeTitle}
      closeLabel={common.close}
      action={
        <Button busy={closing.busy} disabled={whole === undefined} onPress={() => void send()}>
          {words.closeDo}
        </Button>
      }
    >
      <div className="copy-sheet">
        <p className="text-lead">{words.closeLead(name)}</p>
        <KeyValueList framed>
          <KeyValue name={words.seenPrice} strong>
            {formatPrice(seen === undefined ? undefined : toDecimal(seen), instrument.precision)}
          </KeyValue>
          <KeyValue name={words.closeQty}>{qtyText(copy.qty, instrument)}</KeyValue>
          {whole === undefined ? (
            <KeyValue name={words.closeNet}>{words.noPrice}</KeyValue>
          ) : (
            <>
              <KeyValue name={words.gross}>{part(whole.gross)}</KeyValue>
              <KeyValue name={words.closeFees}>{part(-(whole.entryFee + whole.exitFee))}</KeyValue>
              <KeyValue name={words.closeFunding}>{part(whole.funding)}</KeyValue>
              <KeyValue name={words.closeNet} strong>
                <span className={toneClass(directionOf(net)).trim()}>{signed(net)}</span>
              </KeyValue>
            </>
          )}
        </KeyValueList>
        <p className="text-caption">{words.closeTolerance}</p>
      </div>
    </BottomSheet>
  );
}
