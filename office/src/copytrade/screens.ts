// The screens of copy trading: one in the menu, the others reached from it.
import type { ScreenRow } from '../screens.ts';

export const copytradeScreens: readonly ScreenRow[] = [
  {
    path: '/copytrade',
    title: '카피트레이딩',
    icon: 'users',
    right: 'COPY_READ',
    load: () => import('./applications-screen.tsx'),
  },
  {
    path: '/copytrade/traders',
    title: '트레이더',
    icon: 'users',
    right: 'COPY_READ',
    isHidden: true,
    load: () => import('./traders-screen.tsx'),
  },
  {
    path: '/copytrade/jobs',
    title: '카피 작업',
    icon: 'users',
    right: 'COPY_READ',
    isHidden: true,
    load: () => import('./jobs-screen.tsx'),
  },
];
