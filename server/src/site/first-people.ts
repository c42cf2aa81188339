// The first people of a new site: its head, who makes all further accounts there, and its head office of partners. Both
// are made with the site, and the two who opened it hand the halves of the first passwords over.
import type { BodyOf } from '@maru/contract/call';
import type { openSite } from '@maru/contract/site/office';
import { playerId, type SiteId } from '@maru/engine/purse';
import {
  type FirstPassword,
  type MakingParts,
  makeAccount,
  prepareFirstPassword,
} from '../accounts/make-account.ts';
import { performNew } from '../partner/perform.ts';
import { findStaffAccount } from '../staff/account-store.ts';
import { insertStaffChange } from '../staff/changes.ts';
import type { Approved } from '../staff/requests.ts';

/** The head of a site. */
const HEAD_LEVEL = 2;

type People = Pick<BodyOf<typeof openSite>, 'head' | 'partner'>;

export interface FirstPasswords {
  readonly head: FirstPassword;
  readonly partner: FirstPassword;
}

export interface FirstPeople {
  /** Only those who run the platform reach another site, and so their half of a password there. */
  mayApprove(approvedBy: number): Promise<boolean>;
  /** Their first passwords; undefined when no place for hashing is free. */
  prepare(): Promise<FirstPasswords | undefined>;
  /** False when one of them could not be made: they are asked for again as any account of the site. */
  make(site: SiteId, people: People, approved: Approved, passwords: FirstPasswords): Promise<boolean>;
}

export function createFirstPeople(parts: MakingParts): FirstPeople {
  return {
    async mayApprove(approvedBy) {
      const approver = await parts.database.transaction((tx) => findStaffAccount(tx, playerId(approvedBy)));
      return approver?.level === 1;
    },
    async prepare() {
      const head = await prepareFirstPassword(parts);
      const partner = head && (await prepareFirstPassword(parts));
      return partner && { head, partner };
    },
    async make(site, { head: { username, name }, partner }, approved, passwords) {
      const { requestedBy, approvedBy, now, reason } = approved;
      const names = { username, name, nick: username, foldedNick: username };
      const rank = { role: 'HEAD', level: HEAD_LEVEL, parent: playerId(requestedBy) } as const;
      const by = [requestedBy, approvedBy] as const;
      const head = { ...names, ...rank, site, password: passwords.head, by, now };
      const made = await makeAccount(parts.database, head, (tx, id) =>
        insertStaffChange(tx, {
          ...{ site, area: 'ACCOUNTS', action: 'CREATE', subject: `staff ${id}`, before: {} },
          ...{ after: { username, name, role: rank.role, level: HEAD_LEVEL } },
          by: { staff: requestedBy, confirmedBy: approvedBy, now, reason },
        }),
      );
      const body = { ...partner, rates: [] };
      const below = await performNew(parts, { ...approved, site, body }, passwords.partner);
      return typeof made === 'number' && below.ok;
    },
  };
}
