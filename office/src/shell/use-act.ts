// Something a member of staff does. Where it takes the second factor again, it is asked for and the call repeated with
// the same key; a refusal is shown as a toast, unless the screen shows it itself.
import { newKey, type Outcome, type Sent } from '@maru/client/call';
import type { AnyCall } from '@maru/contract/call';
import { useCallback, useState } from 'react';
import { useOffice } from './office-context.tsx';

export interface Act<C extends AnyCall> {
  readonly isBusy: boolean;
  act(body: Sent<C>['body'], options?: { readonly isQuiet?: boolean }): Promise<Outcome<C>>;
}

export function useAct<C extends AnyCall>(call: C): Act<C> {
  const office = useOffice();
  const [running, setRunning] = useState(0);
  const act = useCallback(
    async (body: Sent<C>['body'], { isQuiet = false }: { readonly isQuiet?: boolean } = {}) => {
      const ask = office.call as (
        of: AnyCall,
        sent: { readonly body: unknown; readonly key: string },
      ) => Promise<Outcome<C>>;
      const site = office.site.get();
      const sent = {
        body: site === undefined ? body : { siteInfoId: site, ...(body as object) },
        key: newKey(),
      };
      setRunning((count) => count + 1);
      try {
        let outcome = await ask(call, sent);
        if (!outcome.ok && isStepUpNeeded(outcome) && (await office.askStepUp()))
          outcome = await ask(call, sent);
        if (!outcome.ok && !isQuiet) office.toast('bad', outcome.message);
        return outcome;
      } finally {
        setRunning((count) => count - 1);
      }
    },
    [office, call],
  );
  return { isBusy: running > 0, act };
}

/** The HTTP layer refuses with it, so no call lists it. */
const isStepUpNeeded = ({ code }: { readonly code: string }): boolean => code === 'STEP_UP_NEEDED';
