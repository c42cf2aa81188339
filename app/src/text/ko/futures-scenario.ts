interface ScopeNames {
  readonly name: string;
  readonly code: string;
}

export const futuresScenario = {
  title: '만약에',
  close: '닫기',
  scope: '함께 움직이는 종목',
  only: ({ name }: ScopeNames) => `${name}만`,
  foot: '만약에 설정',
  together: '모두 함께',
  line: '만약의 가격',
  ifAt: (price: string) => `만약 ${price}이라면`,
  chart: (price: string, then: string) => `지금 ${price}, 만약 ${then}`,
  lower: '가격 내리기',
  higher: '가격 올리기',
  moves: '움직임',
  account: '이때 내 계좌',
  now: '지금',
  ratio: '증거금 비율',
  ratioLead: '100%면 교차 포지션 청산',
  fromTo: (before: string, after: string) => `${before} → ${after}`,
  liquidated: '청산',
  kept: '유지',
  orderDown: (name: string) => `${name} 가격이 여기까지 내려오면 차례로 청산`,
  orderUp: (name: string) => `${name} 가격이 여기까지 오르면 차례로 청산`,
  reached: '닿음',
  notYet: '아직',
  none: '이 방향에서는 청산되는 포지션이 없습니다.',
  note: '보기만 합니다. 주문과 포지션은 그대로입니다.',
  reset: '원래대로',
  waiting: '시세를 기다리고 있습니다',
  waitingLead: '모든 포지션의 시세가 오면 계산합니다.',
};
