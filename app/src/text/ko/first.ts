/** The first screen of a stranger. */
export const first = {
  headline: '연습 돈으로 거래하고,\n결과를 직접 검증하는 곳',
  lookAround: '시세 둘러보기',
  tryLabel: '가입 없이 해 보기',
  noMoney: '진짜 돈은 오가지 않습니다',
  noMoneyLead: '가입하면 연습 돈 1,000만 원을 드립니다',
  receipts: '거래마다 영수증이 남습니다',
  receiptsLead: '기준가와 결과가 나온 틱까지 적혀 있습니다',
  again: '내 기기에서 다시 계산합니다',
  againLead: '마루를 믿지 않아도 확인할 수 있습니다',
};
