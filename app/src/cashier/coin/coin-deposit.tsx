// A coin is deposited by sending it to the member's own address (picture 33b).
import { formatClock } from '@maru/client/format-date';
import { practiceArrival } from '@maru/contract/cashier/coin-address';
import { toDecimal } from '@maru/engine/amount';
import { useCopy } from '../../receipt/use-copy.ts';
import { LoadFailed } from '../../shell/connection/load-failed.tsx';
import { useCall } from '../../shell/connection/use-call.ts';
import { useAlerts } from '../../shell/messages/alert.tsx';
import { useToasts } from '../../shell/messages/toasts.tsx';
import { useMoneyText } from '../../shell/money-text.ts';
import { type CashierWords, cashierWords } from '../../text/cashier.ts';
import { useText, useWords } from '../../text/language.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { Badge } from '../../ui/figures/badge.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import { Dock } from '../../ui/layout/dock.tsx';
import { QrPicture } from '../../ui/qr/qr-picture.tsx';
import { KeyValue, KeyValueList } from '../../ui/rows/key-value.tsx';
import { ListRow } from '../../ui/rows/list-row.tsx';
import { Tile } from '../../ui/rows/tile.tsx';
import { Note } from '../../ui/states/note.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { unitsOf } from '../request/use-amount.ts';
import { useCurrencyOf, useWalletName } from '../wallets/wallet-names.ts';
import './coin-deposit.css';
import { type CoinAddress, useCoinAddress } from './use-coin-address.ts';

const SECONDS_IN_MINUTE = 60;
/** How many times the least deposit one practice deposit brings. */
const PRACTICE_TIMES = 100n;

const practicePoint = (least: string): string => toDecimal(unitsOf(least) * PRACTICE_TIMES);

const usualTime = (seconds: number, words: CashierWords): string =>
  seconds < 2 * SECONDS_IN_MINUTE
    ? words.seconds(seconds)
    : words.minutes(Math.round(seconds / SECONDS_IN_MINUTE));

export function CoinDeposit({ coin }: { readonly coin: string }) {
  const words = useWords(cashierWords);
  const { shell } = useText();
  const { address, refusal, reload } = useCoinAddress(coin);
  if (refusal !== undefined)
    return <LoadFailed title={words.failed} message={refusal.message} onRetry={reload} />;
  if (address === undefined)
    return (
      <div className="coin-deposit__skeleton" role="status" aria-label={shell.loading}>
        <Skeleton width={184} height={184} radius={16} />
        <Skeleton height={132} radius={16} />
        <Skeleton height={168} radius={16} />
      </div>
    );
  return (
    <div className="coin-deposit">
      {address.isPractice && (
        <div className="coin-deposit__warning">
          <Note tone="danger">
            <b>{words.practiceAddressIs}</b> {words.practiceAddressNote}
          </Note>
        </div>
      )}
      <QrPicture text={address.uri} label={words.addressQr} />
      {address.isPractice && <span className="coin-deposit__mark">{words.practiceAddress}</span>}
      <AddressCard address={address} />
      {address.destinationTag !== null && <TagCard tag={address.destinationTag} />}
      <Facts address={address} coin={coin} />
      <Arriving address={address} coin={coin} />
      {address.isPractice && <PracticeDock address={address} coin={coin} onSent={reload} />}
    </div>
  );
}

/** In groups of four after the practice mark, so that it can be read aloud. */
function grouped(address: string): string {
  const markEnds = address.lastIndexOf(':') + 1;
  const groups = address.slice(markEnds).replace(/(.{4})(?=.)/g, '$1 ');
  return markEnds === 0 ? groups : `${address.slice(0, markEnds)} ${groups}`;
}

function AddressCard({ address }: { readonly address: CoinAddress }) {
  const words = useWords(cashierWords);
  const { isCopied, copy } = useCopy();
  return (
    <section className="coin-deposit__card" aria-label={words.address}>
      <p className="text-micro">{words.address}</p>
      <p className="coin-deposit__address">{grouped(address.address)}</p>
      <Button
        kind="tonal"
        size="medium"
        icon={isCopied ? 'check' : 'copy'}
        onPress={() => copy(address.address)}
      >
        {isCopied ? words.copied : words.addressCopy}
      </Button>
    </section>
  );
}

/** In brass: a deposit without its tag belongs to nobody. */
function TagCard({ tag }: { readonly tag: string }) {
  const words = useWords(cashierWords);
  const { isCopied, copy } = useCopy();
  return (
    <section className="coin-deposit__card coin-deposit__card--tag" aria-label={words.tag}>
      <p className="coin-deposit__tag-name">
        <span>{words.tag}</span>
        <Badge tone="brass">{words.tagNeeded}</Badge>
      </p>
      <div className="coin-deposit__tag">
        <b className="figure">{tag}</b>
        <Button kind="tonal" size="small" icon={isCopied ? 'check' : 'copy'} onPress={() => copy(tag)}>
          {isCopied ? words.copied : words.tagCopy}
        </Button>
      </div>
      <p className="text-note">{words.tagNote}</p>
    </section>
  );
}

interface CoinProps {
  readonly address: CoinAddress;
  readonly coin: string;
}

function Facts({ address, coin }: CoinProps) {
  const words = useWords(cashierWords);
  const walletName = useWalletName();
  const { money } = useMoneyText(useCurrencyOf()(coin));
  return (
    <div className="coin-deposit__facts">
      <KeyValueList framed>
        <KeyValue strong name={words.network}>
          {address.network}
        </KeyValue>
        <KeyValue strong name={words.leastArrival}>
          {money(address.least)}
        </KeyValue>
        <KeyValue strong name={words.credited}>
          {words.creditedAfter(address.confirmations, usualTime(address.usualSeconds, words))}
        </KeyValue>
        <KeyValue strong name={words.intoWallet}>
          {walletName(coin)}
        </KeyValue>
      </KeyValueList>
    </div>
  );
}

function Arriving({ address, coin }: CoinProps) {
  const words = useWords(cashierWords);
  const { signed } = useMoneyText(useCurrencyOf()(coin));
  if (address.arriving.length === 0) return null;
  return (
    <section aria-label={words.arriving}>
      <h2 className="coin-deposit__heading text-title3">{words.arriving}</h2>
      <ul aria-live="polite">
        {address.arriving.map((each) => (
          <li key={`${each.atMillis} ${each.point}`}>
            <ListRow
              height={64}
              tile={
                <Tile shape="round">
                  <Icon name="download" size={20} />
                </Tile>
              }
              title={signed(each.point)}
              meta={`${formatClock(each.atMillis)} · ${words.confirmations(each.confirmations, each.needed)}`}
              end={
                <Badge tone={each.status === 'SEEN' ? 'brass' : 'neutral'}>
                  {words.arrivalStates[each.status]}
                </Badge>
              }
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

function PracticeDock({ address, coin, onSent }: CoinProps & { readonly onSent: () => void }) {
  const words = useWords(cashierWords);
  const { money } = useMoneyText(useCurrencyOf()(coin));
  const alerts = useAlerts();
  const toasts = useToasts();
  const { busy, send } = useCall(practiceArrival);
  const point = practicePoint(address.least);
  const label = words.practiceArrival(money(point));

  async function ask() {
    const outcome = await send({ body: { coinName: coin, point } });
    if (!outcome) return;
    if (!outcome.ok) return alerts.show(outcome.message);
    toasts.show({ kind: 'order', title: words.practiceSent, figure: money(point) });
    onSent();
  }

  return (
    <div className="coin-deposit__dock">
      <Dock kind="plain" label={label}>
        <Button icon="refresh" busy={busy} busyLabel={words.practiceArriving} onPress={() => void ask()}>
          {label}
        </Button>
      </Dock>
    </div>
  );
}
