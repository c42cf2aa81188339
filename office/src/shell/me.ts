// Who is signed in, and what they may do.
import type { Caller, ReceivedReply, Refused } from '@maru/client/call';
import type { Session } from '@maru/client/session';
import { createStore, type Watched } from '@maru/client/store';
import { officeMe } from '@maru/contract/staff/sign-in';

export type Me = ReceivedReply<typeof officeMe>;

export const isMe = (me: Me | Refused | undefined): me is Me => me !== undefined && 'rights' in me;

export function createMe(
  call: Caller,
  session: Session,
): { readonly me: Watched<Me | Refused | undefined>; load(): Promise<void> } {
  const me = createStore<Me | Refused | undefined>(undefined);
  session.state.watch(() => {
    if (session.state.get().kind === 'guest') me.set(undefined);
  });
  return {
    me,
    async load() {
      if (session.state.get().kind === 'guest') return;
      const outcome = await call(officeMe);
      if (session.state.get().kind === 'guest') return;
      me.set(outcome.ok ? outcome.reply : outcome);
    },
  };
}
