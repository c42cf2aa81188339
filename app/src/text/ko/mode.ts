export const mode = {
  title: '거래 화면',
  simple: '간편',
  pro: '프로',
  change: (now: string, other: string) => `${now} 모드, ${other} 모드로 바꾸기`,
  simpleLead: '차트와 금액, 방향만 보고 시장가로 주문합니다',
  proLead: '호가, 주문 유형, 익절·손절, 지표까지 모두 봅니다',
  wide: '큰 화면에서는 언제나 프로입니다',
};
