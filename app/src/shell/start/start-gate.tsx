// Before the first screen: waits until the site and the user are known, or shows why they are not.
import { type ReactNode, useEffect } from 'react';
import { useText } from '../../text/language.tsx';
import { BrandMark } from '../../ui/icons/brand-mark.tsx';
import { StatePanel } from '../../ui/states/state-panel.tsx';
import { usePlatform, useWatched } from '../platform.tsx';
import './start-gate.css';

export function StartGate({ children }: { readonly children: ReactNode }) {
  const { start, open, retryStart } = usePlatform();
  const state = useWatched(start);
  const text = useText();
  useEffect(open, [open]);

  switch (state.kind) {
    case 'ready':
      return children;
    case 'starting':
      return (
        <main className="start-gate" aria-busy="true">
          <div className="start-gate__mark" role="status" aria-label={text.shell.loading}>
            <BrandMark size={56} />
          </div>
        </main>
      );
    case 'unreachable':
    case 'maintenance':
      return (
        <main className="start-gate">
          <StatePanel
            kind={state.kind === 'maintenance' ? 'maintenance' : 'error'}
            title={state.kind === 'maintenance' ? text.shell.maintenance : text.shell.startFailed}
            sentence={state.message}
            action={{ label: text.shell.retry, onPress: retryStart }}
          />
        </main>
      );
  }
}
