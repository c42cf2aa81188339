// Screens about staff themselves, at the end of the menu.
import type { ScreenRow } from './screens.ts';

export const staffScreens: readonly ScreenRow[] = [
  {
    path: '/requests',
    title: '2인 승인함',
    icon: 'check',
    right: 'REQUEST_READ',
    load: () => import('./requests/requests-screen.tsx'),
  },
  {
    path: '/accounts',
    title: '운영자 계정',
    icon: 'user',
    right: 'ACCOUNTS_READ',
    load: () => import('./accounts/accounts-screen.tsx'),
  },
  {
    path: '/partners',
    title: '파트너',
    icon: 'user',
    right: 'PARTNER_READ',
    load: () => import('./partner/partner-screen.tsx'),
  },
  {
    path: '/security',
    title: '내 보안',
    icon: 'key',
    right: 'SELF',
    load: () => import('./security/security-screen.tsx'),
  },
];
