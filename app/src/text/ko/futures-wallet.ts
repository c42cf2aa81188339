export const futuresWallet = {
  name: '코인선물',
  cash: '보유금',
  markPnl: '마크 손익',
  funding: '펀딩비',
  formula: '코인선물 = 보유금 + 펀딩비 + 마크 손익',
  words: '보유금 + 펀딩비 + 마크 손익',
};
