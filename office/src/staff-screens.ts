// Screens about staff themselves, at the end of the menu.
import type { ScreenRow } from './screens.ts';

export const staffScreens: readonly ScreenRow[] = [
  {
    path: '/security',
    title: '내 보안',
    icon: 'key',
    right: 'SELF',
    load: () => import('./security/security-screen.tsx'),
  },
];
