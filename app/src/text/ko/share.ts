export const share = {
  open: '결과 카드',
  title: '결과 카드',
  hideAmounts: '금액 숨기기',
  hideAmountsLead: '얼마를 벌고 잃었는지 보이지 않습니다.',
  hidden: '금액은 숨겼습니다',
  caution: '지난 결과는 앞으로의 결과를 보장하지 않습니다.',
  save: '이미지 저장',
  share: '공유',
  saved: '이미지를 저장했습니다',
};
