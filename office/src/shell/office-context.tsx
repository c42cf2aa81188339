import type { Watched } from '@maru/client/store';
import type { Right } from '@maru/contract/staff/rights';
import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react';
import { isMe, type Me } from './me.ts';
import type { Office } from './office.ts';

const OfficeContext = createContext<Office | undefined>(undefined);

export const OfficeProvider = ({ office, children }: { office: Office; children: ReactNode }) => (
  <OfficeContext value={office}>{children}</OfficeContext>
);

export function useOffice(): Office {
  const office = useContext(OfficeContext);
  if (!office) throw new Error('a screen stands on no office');
  return office;
}

export const useWatched = <Value,>(watched: Watched<Value>): Value =>
  useSyncExternalStore(watched.watch, watched.get, watched.get);

/** Screens are shown to those who are signed in alone. */
export function useMe(): Me {
  const me = useWatched(useOffice().me);
  if (!isMe(me)) throw new Error('a screen is shown to nobody');
  return me;
}

/** What a role may not do is not offered; the server refuses it all the same. */
export function useMay(): (right: Right) => boolean {
  const { rights } = useMe();
  return (right) => rights.includes(right);
}
