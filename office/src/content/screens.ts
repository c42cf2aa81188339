import type { ScreenRow } from '../screens.ts';

export const contentScreens: readonly ScreenRow[] = [
  {
    path: '/content',
    title: '공지·콘텐츠',
    icon: 'megaphone',
    right: 'CONTENT_READ',
    load: () => import('./content-screen.tsx'),
  },
  {
    path: '/content/edit',
    title: '글 쓰기',
    icon: 'megaphone',
    right: 'CONTENT_READ',
    isHidden: true,
    load: () => import('./edit-screen.tsx'),
  },
  {
    path: '/content/letters',
    title: '전체 쪽지',
    icon: 'mail',
    right: 'CONTENT_READ',
    isHidden: true,
    load: () => import('./letters-screen.tsx'),
  },
  {
    path: '/content/indicators',
    title: '경제지표',
    icon: 'calendar',
    right: 'CONTENT_EDIT',
    isHidden: true,
    load: () => import('./indicators-screen.tsx'),
  },
  {
    path: '/content/terms',
    title: '약관 게시',
    icon: 'document',
    right: 'CONTENT_EDIT',
    isHidden: true,
    load: () => import('./terms-screen.tsx'),
  },
];
