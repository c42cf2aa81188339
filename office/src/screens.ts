// Every screen of the office, in the order of the menu. A screen is fetched when it is first opened.
import type { IconName } from '@maru/app/ui/icons/icons';
import type { Right } from '@maru/contract/staff/rights';
import type { ComponentType } from 'react';
import { contentScreens } from './content/screens.ts';
import { copytradeScreens } from './copytrade/screens.ts';
import { siteScreens } from './site/screens.ts';
import { staffScreens } from './staff-screens.ts';

export interface ScreenRow {
  /** Below /office. */
  readonly path: string;
  readonly title: string;
  readonly icon: IconName;
  readonly right: Right;
  /** Reached from another screen, not from the menu. */
  readonly isHidden?: boolean;
  readonly load: () => Promise<{ readonly Screen: ComponentType }>;
}

export const screens: readonly ScreenRow[] = [
  {
    path: '/',
    title: '대시보드',
    icon: 'bars',
    right: 'SELF',
    load: () => import('./dashboard/dashboard-screen.tsx'),
  },
  {
    path: '/cashier',
    title: '입출금 승인',
    icon: 'sort',
    right: 'MONEY_READ',
    load: () => import('./cashier/cashier-screen.tsx'),
  },
  {
    path: '/cashier/ended',
    title: '끝난 신청',
    icon: 'history',
    right: 'MONEY_READ',
    isHidden: true,
    load: () => import('./cashier/ended-screen.tsx'),
  },
  {
    path: '/cashier/setting',
    title: '입출금 설정',
    icon: 'gear',
    right: 'MONEY_READ',
    isHidden: true,
    load: () => import('./cashier/setting-screen.tsx'),
  },
  {
    path: '/members',
    title: '회원',
    icon: 'user',
    right: 'MEMBER_READ',
    load: () => import('./members/members-screen.tsx'),
  },
  {
    path: '/risk',
    title: '리스크',
    icon: 'shield',
    right: 'RISK_READ',
    load: () => import('./risk/risk-screen.tsx'),
  },
  {
    path: '/risk/stress',
    title: '가격 충격 시험',
    icon: 'shield',
    right: 'RISK_READ',
    isHidden: true,
    load: () => import('./risk/stress-screen.tsx'),
  },
  {
    path: '/positions',
    title: '주문·포지션',
    icon: 'candles',
    right: 'RISK_READ',
    load: () => import('./risk/positions-screen.tsx'),
  },
  {
    path: '/rounds',
    title: '회차·배당',
    icon: 'clock',
    right: 'MARKET_READ',
    load: () => import('./binary/rounds-screen.tsx'),
  },
  {
    path: '/rounds/void',
    title: '회차 무효',
    icon: 'clock',
    right: 'MARKET_READ',
    isHidden: true,
    load: () => import('./binary/void-screen.tsx'),
  },
  {
    path: '/rounds/odds',
    title: '비트볼 배당',
    icon: 'ball',
    right: 'MARKET_READ',
    isHidden: true,
    load: () => import('./binary/odds-screen.tsx'),
  },
  ...copytradeScreens,
  {
    path: '/market',
    title: '종목·세션',
    icon: 'calendar',
    right: 'MARKET_READ',
    load: () => import('./control/market-screen.tsx'),
  },
  {
    path: '/market/rates',
    title: '환율',
    icon: 'transfer',
    right: 'MARKET_READ',
    isHidden: true,
    load: () => import('./control/rates-screen.tsx'),
  },
  {
    path: '/feed',
    title: '시세 상태',
    icon: 'signal',
    right: 'MARKET_READ',
    load: () => import('./control/feed-screen.tsx'),
  },
  ...contentScreens,
  {
    path: '/inquiries',
    title: '1:1 문의',
    icon: 'chat',
    right: 'SUPPORT_READ',
    load: () => import('./contact/inquiries-screen.tsx'),
  },
  {
    path: '/coupons',
    title: '쿠폰',
    icon: 'ticket',
    right: 'MONEY_READ',
    load: () => import('./coupons/coupons-screen.tsx'),
  },
  {
    path: '/outbox',
    title: '보낸 메일·문자',
    icon: 'mail',
    right: 'MEMBER_REVEAL',
    load: () => import('./outbox/outbox-screen.tsx'),
  },
  {
    path: '/books',
    title: '장부',
    icon: 'bank',
    right: 'BOOKS_READ',
    load: () => import('./books/books-screen.tsx'),
  },
  {
    path: '/settlement',
    title: '파트너 정산',
    icon: 'wallet',
    right: 'BOOKS_READ',
    load: () => import('./partner/settlement-screen.tsx'),
  },
  {
    path: '/audit',
    title: '감사 기록',
    icon: 'document',
    right: 'AUDIT_READ',
    load: () => import('./audit/audit-screen.tsx'),
  },
  {
    path: '/incidents',
    title: '장애 알림',
    icon: 'megaphone',
    right: 'CONTENT_READ',
    load: () => import('./fairness/incidents-screen.tsx'),
  },
  ...siteScreens,
  ...staffScreens,
];

export const screenAt = (path: string): ScreenRow | undefined => screens.find((row) => row.path === path);
