// The account in the shadow's tables: its holds have a table of their own, everything else is in the ledger's tables.
import type { AccountEvent } from '@maru/engine/account/events';
import type { Amount } from '@maru/engine/amount';
import { blockedWeight, openedDigest, runWeight, versionWeight } from '@maru/engine/digest';
import type { PlayerId } from '@maru/engine/purse';
import { byEvent, numbersOfShard } from '../../shadow/of-shard.ts';
import { addDigest, type LedgerChanges } from '../../shadow/rows.ts';
import type { ShadowProduct } from '../../shadow/shadow-product.ts';
import { deleteMany, fieldsOf, insertMany, selectFrom } from '../../shadow/statements.ts';
import { column, type RowOf, table } from '../../shadow/table.ts';

export const holds = table('hold', {
  id: column.bigint(),
  player: column.bigint<PlayerId>('player_id'),
  wallet: column.text(),
  amount: column.units<Amount>(),
  purpose: column.text(),
});

const insertHolds = insertMany(holds, { fields: fieldsOf(holds) });
const deleteHolds = deleteMany(holds, ['id']);
const readHolds = selectFrom(holds, fieldsOf(holds));

interface HoldRows {
  readonly made: Map<number, RowOf<typeof holds>>;
  /** Holds of earlier writes that have ended; one that was also made in this write needs neither statement. */
  readonly released: { readonly id: number }[];
}

export const accountShadow: ShadowProduct<HoldRows, AccountEvent> = {
  name: 'account',
  tables: [{ name: 'hold', ofShard: byEvent('id'), retained: () => 'select * from hold' }],
  noRows: () => ({ made: new Map(), released: [] }),
  addRows: addAccountRows,
  async write(tx, _shard, { made, released }) {
    await deleteHolds(tx, released);
    await insertHolds(tx, [...made.values()]);
  },
  async load(tx, shard, book, bring) {
    const { first, last } = numbersOfShard(shard);
    const open = await readHolds(tx, 'where id between $1 and $2', [first, last]);
    await bring(open.map(({ player }) => player));
    for (const hold of open) if (book.players.has(hold.player)) book.account.holds.set(hold.id, hold);
  },
  // A hold is deleted when it ends, so no row is final.
  check: () => Promise.resolve(),
  deletions: () => [],
};

function addAccountRows({ made, released }: HoldRows, event: AccountEvent, ledger: LedgerChanges): void {
  for (const { player } of event.steps) {
    switch (event.kind) {
      case 'ACCOUNT_OPENED':
        ledger.accounts.push({ player, site: event.site, role: event.role });
        addDigest(ledger, player, openedDigest({ ...event, id: player }));
        for (const wallet of event.wallets) ledger.wallets.push({ player, ...wallet });
        break;
      case 'PRACTICE_REFILLED':
        addDigest(ledger, player, runWeight(player, event.wallet));
        ledger.runs.set(`${player}:${event.wallet}`, { player, type: event.wallet, run: event.run });
        break;
      case 'FUNDS_HELD': {
        const { id, wallet, amount, purpose } = event;
        made.set(id, { id, player, wallet, amount, purpose });
        break;
      }
      case 'FUNDS_RELEASED':
        if (!made.delete(event.hold)) released.push({ id: event.hold });
        break;
      case 'ACCOUNT_BLOCKED':
        addDigest(ledger, player, blockedWeight(player));
        ledger.blocked.set(player, true);
        break;
      case 'ACCOUNT_UNBLOCKED':
        addDigest(ledger, player, -blockedWeight(player));
        ledger.blocked.set(player, false);
        break;
      case 'SESSIONS_ENDED':
        addDigest(ledger, player, versionWeight(player));
        ledger.sessionVersions.set(player, event.sessionVersion);
        break;
    }
  }
}
