export const market = {
  market: '시세',
  FUTURES: '해외선물',
  CRYPTO: '코인',
  FOREX: '통화',
  STOCK: '주식',
  resting: '휴장',
  opensAt: ({ weekday, time }: { readonly weekday: number; readonly time: string }) =>
    `${'일월화수목금토'[weekday]} ${time} 개장`,
  marketEmpty: '아직 열린 종목이 없습니다',
  marketEmptyLead: '종목이 열리면 이곳에 나타납니다.',
  marketFailed: '시세를 불러오지 못했습니다',
};
