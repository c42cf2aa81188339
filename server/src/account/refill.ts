import { refillPractice as refillCall } from '@maru/contract/account/calls';
import type { BodyOf } from '@maru/contract/call';
import { amount, toDecimal, ZERO } from '@maru/engine/amount';
import { assert } from '@maru/engine/assert';
import type { CommandKey } from '@maru/engine/command';
import { playerPurse } from '@maru/engine/purse';
import { commandHead, refusalFor } from '../desk/call-answer.ts';
import type { AnswerOf, Principal } from '../http/serve.ts';
import type { AccountDeps } from './deps.ts';

export async function refillPractice(
  { desk, siteTerms }: Pick<AccountDeps, 'desk' | 'siteTerms'>,
  asked: {
    readonly body: BodyOf<typeof refillCall>;
    readonly principal: Principal;
    readonly key: CommandKey | undefined;
  },
): Promise<AnswerOf<typeof refillCall>> {
  const { body, principal, key } = asked;
  const { player, site } = principal;
  const terms = siteTerms(site);
  if (terms?.moneyMode !== 'PRACTICE') return { ok: false, refusal: 'PRACTICE_ONLY' };
  const currency = terms.wallets.find((wallet) => wallet.type === body.walletType)?.currency;
  const outcome = await desk.submit({
    kind: 'REFILL_PRACTICE',
    ...commandHead(principal, key),
    wallet: body.walletType,
    amount: amount(body.point),
    most: currency === undefined ? ZERO : terms.refillLimit(currency),
  });
  if (!outcome.ok) return { ok: false, refusal: refusalFor(refillCall, outcome.refusal) };
  const { event } = outcome;
  assert(event.kind === 'PRACTICE_REFILLED', 'a refill is answered by its own event');
  // From the event and not from the book: a repeated key gets the first answer again.
  const free = playerPurse(player, event.wallet, 'free');
  const after = event.after.find(({ purse }) => purse === free);
  assert(after !== undefined, 'a refill says what the wallet holds afterwards');
  return { ok: true, reply: { walletType: event.wallet, point: toDecimal(after.balance), run: event.run } };
}
