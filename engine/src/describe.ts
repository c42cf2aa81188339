// A text that is the same for two books exactly when the books are the same: what a replay is compared by.
import { toDecimal } from './amount.ts';
import type { Book } from './book.ts';
import { everyProduct } from './products.ts';

export function describeBook(book: Book): string {
  const lines: string[] = [`events ${book.lastEvent} at ${book.lastAt}`];
  for (const purse of book.purses.values()) {
    lines.push(
      `purse ${purse.id} ${purse.site} ${purse.owner ?? '-'} ${purse.currency} ${toDecimal(purse.balance)}`,
    );
  }
  for (const player of book.players.values()) {
    const { id, site, role, blocked, sessionVersion, seq } = player;
    lines.push(`player ${id} ${site} ${role} ${blocked} v${sessionVersion} #${seq}`);
    for (const wallet of player.wallets.values()) {
      lines.push(`wallet ${id} ${wallet.type} ${wallet.currency} ${wallet.places} run ${wallet.run}`);
    }
    for (const [key, answer] of player.answers) {
      lines.push(`answer ${id} ${JSON.stringify(key)} ${JSON.stringify(answer.fingerprint)} ${answer.event}`);
    }
  }
  for (const product of everyProduct)
    for (const line of product.describe(book[product.name])) lines.push(line);
  return lines.sort().join('\n');
}
