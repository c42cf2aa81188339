import { Routes } from './routes.tsx';
import { AlertProvider } from './shell/alert.tsx';
import { ErrorBoundary } from './shell/error-boundary.tsx';
import { type Platform, PlatformProvider } from './shell/platform.tsx';
import { Shell } from './shell/shell.tsx';
import { type LanguageMemory, LanguageProvider } from './text/language.tsx';

export function App({ platform, memory }: { readonly platform: Platform; readonly memory: LanguageMemory }) {
  return (
    <ErrorBoundary>
      <LanguageProvider memory={memory}>
        <PlatformProvider platform={platform}>
          <AlertProvider>
            <Shell>
              <Routes />
            </Shell>
          </AlertProvider>
        </PlatformProvider>
      </LanguageProvider>
    </ErrorBoundary>
  );
}
