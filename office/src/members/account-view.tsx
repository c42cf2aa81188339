// Wallets and what is open, now or at a moment of the past: as the member's own app has them.
import type { ReceivedReply } from '@maru/client/call';
import type { memberPast } from '@maru/contract/members/views';
import { DataTable } from '../parts/data-table.tsx';
import { Tag } from '../parts/facts.tsx';
import { DrawerSection } from '../parts/panel.tsx';
import { words } from '../text/members.ts';
import { isNothing, shownAmount, shownResult, sumOf, toneOf, walletName } from './figures.ts';

type Account = ReceivedReply<typeof memberPast>;
type Wallet = Account['wallets'][number];
type Thing = Account['open'][number];

const isEmpty = ({ held, worth }: Wallet): boolean => isNothing(held) && isNothing(worth);

interface Props {
  readonly account: Account;
  /** How far the price is from where a position is liquidated, in percent, by the number of the position. */
  readonly distances?: ReadonlyMap<number, string>;
}

export function AccountView({ account, distances }: Props) {
  const wallets = account.wallets.filter((wallet) => !isEmpty(wallet));
  return (
    <>
      <DrawerSection title={words.wallets}>
        <DataTable<Wallet>
          label={words.wallets}
          isSmall
          rows={wallets}
          keyOf={({ type }) => type}
          columns={[
            {
              head: words.wallet,
              cell: ({ type, currency }) => (
                <>
                  {walletName(type)} <span className="members__quiet">{currency}</span>
                </>
              ),
            },
            {
              head: words.free,
              cell: ({ purses }) => <span className="figure">{shownAmount(purses.free)}</span>,
              align: 'right',
            },
            {
              head: words.tied,
              cell: ({ purses }) => <span className="figure">{shownAmount(tiedOf(purses))}</span>,
              align: 'right',
            },
            {
              head: words.worth,
              cell: ({ worth }) => <b className="figure">{shownAmount(worth)}</b>,
              align: 'right',
            },
          ]}
        />
        <p className="open-row">
          <span className="open-row__name members__quiet">{words.total}</span>
          <b className="figure">{account.won === null ? '–' : words.won(shownAmount(account.won))}</b>
        </p>
      </DrawerSection>
      <DrawerSection title={words.open} count={account.open.length}>
        {account.open.length === 0 && <p className="members__quiet">{words.nothingOpen}</p>}
        {account.open.map((thing) => (
          <OpenRow
            key={`${thing.product} ${thing.kind} ${thing.id}`}
            thing={thing}
            distance={thing.kind === 'POSITION' ? distances?.get(thing.id) : undefined}
          />
        ))}
      </DrawerSection>
    </>
  );
}

/** Of one wallet, so all of them are of one currency. */
const tiedOf = ({ wait, posMargin, withdrawHold, convertHold, share }: Wallet['purses']): string =>
  sumOf([wait, posMargin, withdrawHold, convertHold, share]);

/** Nearer than this, a position needs a look. */
const NEAR_PERCENT = 5;

function OpenRow({ thing, distance }: { readonly thing: Thing; readonly distance?: string | undefined }) {
  const { side, instrument, leverage, marginType, qty, profit, kind, amount, currency } = thing;
  const more = [
    words.kinds[kind],
    ...(marginType === null ? [] : [words.crossed[marginType]]),
    ...(leverage === null ? [] : [`${leverage}x`]),
    ...(qty === null ? [] : [qty]),
  ];
  return (
    <p className="open-row">
      <span className="open-row__name">
        {side !== '' && (
          <Tag
            tone={
              side === 'LONG' || side === 'UP' ? 'up' : side === 'SHORT' || side === 'DOWN' ? 'down' : 'plain'
            }
          >
            {words.sides[side] ?? side}
          </Tag>
        )}{' '}
        <b>{instrument?.koName ?? words.kinds[kind]}</b>{' '}
        <span className="members__quiet">{more.join(' ')}</span>
      </span>
      {profit === null ? (
        <span className="figure">
          {shownAmount(amount)} {currency}
        </span>
      ) : (
        <span className={`figure tone--${toneOf(profit)}`}>{shownResult(profit)}</span>
      )}
      {distance !== undefined && (
        <span className={`figure ${Number(distance) < NEAR_PERCENT ? 'tone--danger' : 'members__quiet'}`}>
          {words.liquidation(distance)}
        </span>
      )}
    </p>
  );
}
