// The screens that are compared with their design, and how each is reached from any other.
import { overseaOptions } from '@maru/contract/oversea/instruments';
import { expect, type Locator, type Page } from '@playwright/test';
import { fairnessScene } from './fairness-scenes.ts';
import { cutLine } from './held-line.ts';
import { go } from './journey.ts';
import type { Appearance } from './pictures.ts';

export interface Scene {
  /** The name of the design. */
  readonly name: string;
  readonly appearances: readonly Appearance[];
  /** It disappears before it could be audited: only its picture is taken. */
  readonly isPassing?: boolean;
  /** A long list whose parts another scene has too: the keyboard audit covers that one. */
  readonly isWalkedElsewhere?: boolean;
  open(page: Page): Promise<void>;
  /** Returns to where the next scene can begin. */
  leave?(page: Page): Promise<void>;
}

const PLAIN: readonly Appearance[] = ['dark', 'light'];
const WITH_PRICES: readonly Appearance[] = ['dark', 'light', 'kr'];

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
/** The name in the head of a trade page opens the instrument list. */
const chooser = (page: Page) => page.getByRole('heading', { level: 1 }).getByRole('button');
const confirm = (page: Page) => page.getByRole('button', { name: '확인', exact: true }).click();

export const closeDialog = (name: string) => (page: Page) =>
  page.getByRole('dialog', { name }).getByRole('button', { name: '닫기' }).click();

/** A screen that is reached by its path alone, and what shows that it is loaded. */
const sceneAt = (
  path: string,
  scene: Pick<Scene, 'name' | 'appearances'>,
  shown: (page: Page) => Locator,
): Scene => ({
  ...scene,
  async open(page) {
    await go(page, path);
    await expect(shown(page)).toBeVisible();
  },
});

export const guestScenes: readonly Scene[] = [
  sceneAt('/signin', { name: '01-signin', appearances: PLAIN }, (page) =>
    page.getByRole('textbox', { name: '아이디' }),
  ),
  {
    name: '02-signup',
    appearances: PLAIN,
    async open(page) {
      await go(page, '/ref/NURI01');
      await expect(page.getByText('NURI01')).toBeVisible();
      await page.getByRole('textbox', { name: '아이디' }).fill('maru_trader');
      await page.getByRole('textbox', { name: '비밀번호', exact: true }).fill('floor-and-ridge-1');
      await page.getByRole('textbox', { name: '비밀번호 확인' }).fill('floor-and-ridge-1');
      await page.getByRole('textbox', { name: '닉네임' }).fill('새벽바다');
      await page.getByRole('textbox', { name: '닉네임' }).blur();
      await expect(page.getByText('사용할 수 있는 닉네임입니다.')).toBeVisible();
    },
  },
  {
    name: '02b-signup-bank',
    appearances: PLAIN,
    async open(page) {
      await page.getByRole('button', { name: '다음' }).click();
      await page.getByRole('textbox', { name: '이름' }).fill('김마루');
      await page.getByRole('textbox', { name: '휴대폰 번호' }).pressSequentially('01012345678');
      await page.getByRole('textbox', { name: '이메일' }).fill('maru@example.com');
      await page.getByRole('button', { name: '다음' }).click();
      await page.getByRole('checkbox', { name: '이용약관 (필수)' }).check();
      await page.getByRole('button', { name: '회원가입 멈추기' }).click();
      await expect(page.getByRole('alertdialog')).toBeVisible();
    },
    async leave(page) {
      await page.getByRole('alertdialog').getByRole('button', { name: '멈추기' }).click();
      await expect(page).toHaveURL('/signin');
    },
  },
  sceneAt('/overseaView', { name: '03-quick-order.guest', appearances: ['dark'] }, (page) =>
    page.getByRole('main').getByRole('listitem').nth(5),
  ),
  sceneAt('/overseaView/303', { name: '05c-oversea-guest', appearances: WITH_PRICES }, (page) =>
    page.getByText('로그인하고 거래하기'),
  ),
  fairnessScene,
];

export const memberScenes: readonly Scene[] = [
  sceneAt('/welcome', { name: '48-practice-welcome', appearances: PLAIN }, (page) =>
    page.getByRole('button', { name: '연습 시작' }),
  ),
  sceneAt('/oversea', { name: '03-quick-order', appearances: WITH_PRICES }, (page) =>
    page.getByRole('main').getByRole('listitem').nth(5),
  ),
  {
    name: '18e-alert-restday',
    appearances: PLAIN,
    async open(page) {
      const main = page.getByRole('main');
      await main.getByRole('button', { name: /^코스피·코스닥 선물/ }).click();
      await main.getByRole('button', { name: /코스피200 미니/ }).click();
      await expect(page.getByRole('alertdialog', { name: '알림' })).toContainText('휴장중입니다.');
    },
    leave: confirm,
  },
  {
    name: '05-oversea.read-only',
    appearances: WITH_PRICES,
    async open(page) {
      await go(page, '/oversea/303');
      await expect(chooser(page)).toBeVisible();
      await expect(page.getByRole('img', { name: /현재가/ })).toBeVisible();
    },
  },
  {
    name: '07b-stock-sheet',
    appearances: WITH_PRICES,
    async open(page) {
      await chooser(page).click();
      await expect(
        page.getByRole('dialog', { name: '종목 선택' }).getByRole('listitem').nth(5),
      ).toBeVisible();
    },
    leave: closeDialog('종목 선택'),
  },
  {
    name: '07-futures-drawer',
    appearances: WITH_PRICES,
    async open(page) {
      await go(page, '/future/BTCUSDT');
      await page.getByRole('button', { name: '선물 종목 열기' }).click();
      await expect(page.getByRole('dialog', { name: '선물거래' }).getByRole('listitem').nth(3)).toBeVisible();
    },
    leave: closeDialog('선물거래'),
  },
  {
    name: '19b-coin-chooser',
    appearances: PLAIN,
    async open(page) {
      await go(page, '/wallet/deposit/BTC');
      await page.getByRole('button', { name: /코인 선택/ }).click();
      await expect(
        page.getByRole('dialog', { name: '코인선택' }).getByRole('listitem').first(),
      ).toBeVisible();
    },
    leave: closeDialog('코인선택'),
  },
  {
    name: '19-search',
    appearances: WITH_PRICES,
    async open(page) {
      await go(page, '/search/oversea');
      await page.getByRole('searchbox', { name: '종목 검색' }).fill('ㄴㅅㄷ');
      await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible();
    },
  },
  {
    name: '19c-search-all',
    appearances: WITH_PRICES,
    async open(page) {
      await go(page, '/search/oversea');
      await page.getByRole('searchbox', { name: '종목 검색' }).fill('금');
      await expect(page.getByRole('main').getByRole('link', { name: /골드/ })).toBeVisible();
    },
  },
  {
    name: '03-quick-order.favourites',
    appearances: WITH_PRICES,
    async open(page) {
      await go(page, '/oversea');
      await page.getByRole('button', { name: '즐겨찾기 추가' }).click();
      await page.getByRole('button', { name: '비트코인 즐겨찾기' }).click();
      await expect(page.getByRole('button', { name: '비트코인 즐겨찾기' })).toHaveAttribute(
        'aria-pressed',
        'true',
      );
    },
    async leave(page) {
      await page.getByRole('button', { name: '즐겨찾기 편집 완료' }).click();
      await expect(page.getByRole('list', { name: '즐겨찾기' })).toBeVisible();
    },
  },
  sceneAt('/wallet/dnw_history', { name: '18-state-empty', appearances: PLAIN }, (page) =>
    page.getByText('아직 입출금이 없습니다'),
  ),
  {
    name: '18c-state-error',
    appearances: PLAIN,
    async open(page) {
      await page.route(`**${overseaOptions.path}*`, (route) => route.abort());
      // A list that was loaded once stays; only a new page has nothing to show.
      await page.goto('/oversea');
      await expect(page.getByText('시세를 불러오지 못했습니다')).toBeVisible();
    },
    leave: (page) => page.unrouteAll(),
  },
  {
    name: '18b-state-skeleton',
    appearances: PLAIN,
    async open(page) {
      await page.route(`**${overseaOptions.path}*`, () => undefined);
      await page.goto('/oversea');
      // The mark that is shown before the session is restored has the same name, and no heading.
      await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
      await expect(page.getByRole('main').getByRole('status', { name: '불러오는 중' })).toBeVisible();
    },
    leave: (page) => page.unrouteAll(),
  },
  sceneAt('/more', { name: '13b-more-full', appearances: PLAIN }, (page) => heading(page, '더보기')),
  sceneAt('/wallet/receipts', { name: 'receipts', appearances: PLAIN }, (page) =>
    page.getByText('거래하면 영수증이 여기에 생깁니다.').first(),
  ),
  sceneAt('/wallet/rounds', { name: 'rounds', appearances: WITH_PRICES }, (page) =>
    page.getByRole('region', { name: '회차 결과' }),
  ),
  {
    name: '16-settings',
    appearances: PLAIN,
    async open(page) {
      await go(page, '/more/setting');
      await expect(heading(page, '설정')).toBeVisible();
      await expect(page.getByRole('radio', { name: '라이트' })).toBeVisible();
    },
  },
  sceneAt('/more/mypage', { name: '36-mypage', appearances: PLAIN }, (page) =>
    page.getByText(/로그인한 기기 \d/),
  ),
  {
    name: '48b-practice-reset',
    appearances: PLAIN,
    async open(page) {
      await page.getByText('연습 다시 시작').click();
      await expect(page.getByRole('button', { name: '이어서 하기' })).toBeVisible();
    },
    leave: (page) => page.getByRole('button', { name: '이어서 하기' }).click(),
  },
  sceneAt('/more/change_password', { name: 'change-password', appearances: PLAIN }, (page) =>
    heading(page, '비밀번호 변경'),
  ),
  sceneAt('/more/terms', { name: 'terms', appearances: PLAIN }, (page) => heading(page, '이용약관')),
  sceneAt('/more/privacy', { name: 'privacy', appearances: PLAIN }, (page) =>
    heading(page, '개인정보 처리방침'),
  ),
  sceneAt('/wallet/asset', { name: '09-wallet', appearances: WITH_PRICES }, (page) =>
    page.getByRole('img', { name: /^자산 구성/ }),
  ),
  sceneAt('/wallet/past', { name: '09b-time-machine', appearances: PLAIN }, (page) =>
    page.getByRole('slider', { name: '볼 시점' }),
  ),
  // The last one: nothing can be tapped after it.
  {
    name: '18d-state-reconnecting',
    appearances: PLAIN,
    async open(page) {
      await go(page, '/oversea/303');
      await expect(page.getByRole('img', { name: /현재가/ })).toBeVisible();
      await cutLine(page);
      await expect(page.getByText('연결이 불안정합니다')).toBeVisible();
    },
  },
];
