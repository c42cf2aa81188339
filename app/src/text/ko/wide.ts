/** What the wide screens of several products say. */
export const wide = {
  ticket: '주문서',
  dragHint: '선을 옮겨 익절·손절을 바꿉니다',
  confirmOn: '주문 전 확인 켜짐',
  confirmOff: '주문 전 확인 꺼짐',
  counterparty: '운영자가 거래 상대방입니다',
};
