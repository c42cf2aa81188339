// The part of an account that the desk keeps: balances, block, session version.
import type { TrialResult } from '@maru/engine/account/commands';
import type { Amount } from '@maru/engine/amount';
import { assert } from '@maru/engine/assert';
import type { PlayerId, SiteId } from '@maru/engine/purse';
import type { Desk } from '../desk/desk.ts';
import type { AccountDeps, SiteTerms } from './deps.ts';
import { readAccount, type SeenAccount } from './reads.ts';
import type { Role } from './store.ts';

/** Only what is durable: a crash cannot undo it. */
export async function seeAccount(
  desk: Desk,
  site: SiteId,
  player: PlayerId,
): Promise<SeenAccount | 'MISSING' | 'TRY_AGAIN'> {
  const read = await desk.read(readAccount, { site, player });
  return read === undefined ? 'TRY_AGAIN' : read.seen;
}

export type OpeningRefusal = 'TRY_AGAIN' | 'RESULT_UNKNOWN' | 'SITE_NOT_FOUND';

interface Opening {
  readonly site: SiteId;
  readonly player: PlayerId;
  readonly role: Role;
}

/** Only practice money in won can be won in a round that was tried. */
export const keepsTrials = ({ moneyMode, wallets }: SiteTerms): boolean =>
  moneyMode === 'PRACTICE' && wallets.some(({ type, currency }) => type === 'BINARY' && currency === 'KRW');

/** Opens the account with the site's practice money. `EXISTS` when it was opened before. */
export async function openAccount(
  { desk, siteTerms }: Pick<AccountDeps, 'desk' | 'siteTerms'>,
  { site, player, role, trial }: Opening & { readonly trial?: TrialResult | undefined },
): Promise<'OPENED' | 'EXISTS' | OpeningRefusal> {
  const terms = siteTerms(site);
  if (terms === undefined) return 'SITE_NOT_FOUND';
  // Staff and partners do not trade (docs/rules.md 0.7): their wallets exist and stay empty.
  const wallets = terms.wallets.map((wallet) =>
    role === 'PLAYER' ? wallet : { ...wallet, credit: 0n as Amount },
  );
  const kept = trial !== undefined && keepsTrials(terms) ? { trial } : {};
  const outcome = await desk.submit({ kind: 'OPEN_ACCOUNT', site, player, role, wallets, ...kept });
  if (outcome.ok) return 'OPENED';
  const { refusal } = outcome;
  if (refusal === 'ACCOUNT_EXISTS') return 'EXISTS';
  assert(refusal === 'TRY_AGAIN' || refusal === 'RESULT_UNKNOWN', `an account opens: ${refusal}`);
  return refusal;
}

/** The account, opened now if its sign-up was interrupted between the profile and the desk. */
export async function ensureAccount(
  deps: Pick<AccountDeps, 'desk' | 'siteTerms' | 'trials'>,
  opening: Opening,
): Promise<SeenAccount | OpeningRefusal> {
  const seen = await seeAccount(deps.desk, opening.site, opening.player);
  if (seen !== 'MISSING') return seen;
  const trial = await deps.trials?.of(opening.site, opening.player);
  const opened = await openAccount(deps, { ...opening, trial });
  if (opened !== 'OPENED' && opened !== 'EXISTS') return opened;
  const again = await seeAccount(deps.desk, opening.site, opening.player);
  assert(again !== 'MISSING', 'an opened account is in the book');
  return again;
}
