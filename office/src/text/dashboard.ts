export const words = {
  title: '대시보드',
  waiting: '두 번째 사람을 기다리는 일',
  nothingWaits: '기다리는 일이 없습니다.',
  since: '요청',
  kind: '종류',
  subject: '대상',
  reason: '이유',
};
