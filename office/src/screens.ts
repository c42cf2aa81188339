// Every screen of the office, in the order of the menu. A screen is fetched when it is first opened.
import type { IconName } from '@maru/app/ui/icons/icons';
import type { Right } from '@maru/contract/staff/rights';
import type { ComponentType } from 'react';

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
    path: '/content',
    title: '공지·콘텐츠',
    icon: 'megaphone',
    right: 'CONTENT_READ',
    load: () => import('./content/content-screen.tsx'),
  },
  {
    path: '/content/edit',
    title: '글 쓰기',
    icon: 'megaphone',
    right: 'CONTENT_READ',
    isHidden: true,
    load: () => import('./content/edit-screen.tsx'),
  },
  {
    path: '/content/letters',
    title: '전체 쪽지',
    icon: 'mail',
    right: 'CONTENT_READ',
    isHidden: true,
    load: () => import('./content/letters-screen.tsx'),
  },
  {
    path: '/content/indicators',
    title: '경제지표',
    icon: 'calendar',
    right: 'CONTENT_EDIT',
    isHidden: true,
    load: () => import('./content/indicators-screen.tsx'),
  },
  {
    path: '/content/terms',
    title: '약관 게시',
    icon: 'document',
    right: 'CONTENT_EDIT',
    isHidden: true,
    load: () => import('./content/terms-screen.tsx'),
  },
  {
    path: '/sites',
    title: '사이트 설정',
    icon: 'gear',
    right: 'SITE_READ',
    load: () => import('./site/site-screen.tsx'),
  },
  {
    path: '/sites/new',
    title: '새 사이트',
    icon: 'gear',
    right: 'SITE_SETTING',
    isHidden: true,
    load: () => import('./site/new-site-screen.tsx'),
  },
  {
    path: '/books',
    title: '장부',
    icon: 'bank',
    right: 'BOOKS_READ',
    load: () => import('./books/books-screen.tsx'),
  },
  {
    path: '/audit',
    title: '감사 기록',
    icon: 'document',
    right: 'AUDIT_READ',
    load: () => import('./audit/audit-screen.tsx'),
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
];

export const screenAt = (path: string): ScreenRow | undefined => screens.find((row) => row.path === path);
