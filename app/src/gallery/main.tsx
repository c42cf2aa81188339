// A page for developers: every part of the design in its states. It is served in development and never built.
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import '../ui/fonts.css';
import '../ui/stand-in-font.css';
import '../ui/tokens.css';
import '../ui/base.css';
import { paintPage, readAppearance } from './appearance.ts';
import { Gallery } from './gallery.tsx';

paintPage(document.documentElement, readAppearance(location.search));

const root = document.getElementById('root');
if (!root) throw new Error('the page has no root');
createRoot(root).render(
  <StrictMode>
    <Gallery />
  </StrictMode>,
);
