export const file = {
  attach: '사진 첨부',
  attached: '첨부한 사진',
  detach: (name: string) => `${name} 빼기`,
  retry: (name: string) => `${name} 다시 올리기`,
  attaching: '사진을 올리는 중',
  failed: '올리지 못한 사진을 다시 올리거나 빼 주세요.',
  tooLarge: '사진은 5MB까지 올릴 수 있습니다.',
  tooMany: '사진은 4장까지 첨부할 수 있습니다.',
  open: '보기',
  close: '닫기',
  pictureFailed: '사진을 불러오지 못했습니다.',
};
