import type { RouterHistory } from '@tanstack/history';
import { Providers, type ProvidersProps } from './providers.tsx';
import { Routes } from './routes.tsx';
import { ErrorBoundary } from './shell/routing/error-boundary.tsx';
import { Shell } from './shell/shell.tsx';
import { StartGate } from './shell/start/start-gate.tsx';
import { noUpdates, type Updates } from './shell/updates/updates.ts';

interface Props extends Omit<ProvidersProps, 'children'> {
  /** Newer versions of the app itself; undefined without a service worker. */
  readonly updates?: Updates;
  /** The browser's own history unless a test passes another. */
  readonly history?: RouterHistory;
}

export function App({ updates = noUpdates, history, ...edges }: Props) {
  return (
    <ErrorBoundary>
      <Providers {...edges}>
        <Shell updates={updates}>
          <StartGate>
            <Routes history={history} />
          </StartGate>
        </Shell>
      </Providers>
    </ErrorBoundary>
  );
}
