// The signed-in member as the wire shows them (spec 3, Me).
import type { me as meCall } from '@maru/contract/account/calls';
import type { ReplyOf } from '@maru/contract/call';
import type { SeenAccount } from './reads.ts';
import type { Profile } from './store.ts';

export type Me = ReplyOf<typeof meCall>;

export function meOf(profile: Profile, account: SeenAccount): Me {
  const { id, username, name, phone, email, nick, role, status, etc, blockDevice, isTourOver } = profile;
  return {
    id,
    username,
    name,
    phone: phone ?? '',
    email: email ?? '',
    nick,
    role,
    status: account.blocked ? 'DENY' : status,
    money: account.wallets['BINARY']?.point ?? '0',
    // Server-owned keys come last, so that nothing a player wrote overrides them.
    etcJson: { ...etc, ...(blockDevice === '' ? {} : { blockDevice }) },
    isTourOver,
    wallet: { ...account.wallets },
  };
}
