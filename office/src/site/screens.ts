import type { ScreenRow } from '../screens.ts';

export const siteScreens: readonly ScreenRow[] = [
  {
    path: '/sites',
    title: '사이트 설정',
    icon: 'gear',
    right: 'SITE_READ',
    load: () => import('./site-screen.tsx'),
  },
  {
    path: '/sites/new',
    title: '새 사이트',
    icon: 'gear',
    right: 'SITE_SETTING',
    isHidden: true,
    load: () => import('./new-site-screen.tsx'),
  },
];
