export const overseaWallet = {
  name: '해외선물',
  cash: '보유금',
  lastPnl: '평가손익',
  waiting: '주문 대기',
  formula: '해외선물 = 보유금 + 평가손익 + 주문 대기금, 0원 아래로 내려가지 않습니다.',
  words: '보유금 + 평가손익 + 주문 대기금',
};
