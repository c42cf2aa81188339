export const ownLimit = {
  SELF_EXCLUDED: '이용 제한 기간입니다.',
  COOLING_OFF: '쉬어 가는 중입니다.',
  TIME_LIMIT: '오늘 이용 시간을 다 썼습니다.',
  STAKE_LIMIT: '한 번 주문 한도를 넘습니다.',
  LOSS_LIMIT: '하루 손실 한도를 넘을 수 있습니다.',
  LIMIT_RATE_MISSING: '환율이 없어 한도를 확인할 수 없습니다.',
  ofSide: (side: string, sentence: string) => `${side}: ${sentence}`,
};
