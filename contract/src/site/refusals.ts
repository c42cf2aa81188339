// Refusals of changes to sites.
import type { RefusalRow } from '../refusal-text.ts';

export const siteRefusals = {
  SITE_INVALID: [
    422,
    '사이트 설정을 확인해 주세요. 표시된 항목이 규칙에 맞지 않습니다.',
    'Please check the settings of the site. The field named breaks a rule.',
  ],
  SITE_CODE_TAKEN: [409, '이미 쓰는 사이트 코드입니다.', 'Another site has this code.'],
  SITE_HOST_TAKEN: [409, '다른 사이트가 쓰는 주소입니다.', 'Another site is served under this host name.'],
  SITE_HAS_MEMBERS: [
    409,
    '회원이 있는 사이트의 지갑과 통화는 바꿀 수 없습니다.',
    'Wallets and their currencies stay as they are once a site has members.',
  ],
  SITE_PRODUCT_HELD: [
    409,
    '열린 주문이나 포지션이 있는 상품은 닫을 수 없습니다. 먼저 정리해 주세요.',
    'A product with open orders or positions cannot be turned off. Please close them first.',
  ],
  SITE_FULL: [409, '사이트를 더 열 수 없습니다.', 'No further site can be opened.'],
} as const satisfies Record<string, RefusalRow>;
