export const tour = {
  label: '둘러보기',
  stepOf: (step: number, count: number) => `${step} / ${count}`,
  marks: [
    { title: '지금 가격', lead: '가격은 실시간으로 움직입니다. 모든 틱이 기록으로 남습니다.' },
    { title: '방향 고르기', lead: '누르면 주문을 확인한 뒤에 보냅니다. 설정에서 바꿀 수 있습니다.' },
    { title: '결과는 영수증으로', lead: '끝난 거래는 영수증에서 쓰인 가격과 계산을 다시 확인합니다.' },
  ] as const,
  skip: '건너뛰기',
  next: '다음',
  done: '시작하기',
};
