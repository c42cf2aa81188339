// A page for developers: every part of the design in its states. It is served in development and never built.
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { type LanguageMemory, LanguageProvider } from '../text/language.tsx';
import '../ui/fonts.css';
import '../ui/tokens.css';
import '../ui/base.css';
import { Gallery } from './gallery.tsx';
import { paintPage, readLook } from './look.ts';

const memory: LanguageMemory = {
  get: () => readLook(location.search).language,
  set: () => {},
  spoken: () => {},
};

paintPage(document.documentElement, readLook(location.search));

const root = document.getElementById('root');
if (!root) throw new Error('the page has no root');
createRoot(root).render(
  <StrictMode>
    <LanguageProvider memory={memory}>
      <Gallery />
    </LanguageProvider>
  </StrictMode>,
);
