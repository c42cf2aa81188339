// Refusals of what staff write.
import type { RefusalRow } from '../refusal-text.ts';

export const contentRefusals = {
  CONTENT_NOT_FOUND: [404, '글을 찾을 수 없습니다.', 'There is no such text.'],
  CONTENT_CHANGED: [
    409,
    '다른 관리자가 먼저 저장했습니다. 다시 불러온 뒤 고쳐 주세요.',
    'Somebody else has saved a version since. Please load it again.',
  ],
  CONTENT_EMPTY: [
    422,
    '제목과 내용을 입력해 주세요. 허용되지 않는 태그만 있는 글은 저장할 수 없습니다.',
    'Please write a title and a text. A text of forbidden tags only cannot be saved.',
  ],
  CONTENT_FULL: [
    409,
    '글이 너무 많습니다. 쓰지 않는 글을 먼저 내려 주세요.',
    'There are too many texts. Please withdraw some first.',
  ],
  CONTENT_NAME: [
    422,
    '안내 화면에는 다른 화면이 쓰지 않는 이름이 필요합니다.',
    'A static page needs a name that no other page has.',
  ],
  CONTENT_PICTURE: [
    422,
    '사진을 찾을 수 없습니다. 사진을 다시 올려 주세요.',
    'A picture of the text is not there. Please upload it again.',
  ],
  CONTENT_SCHEDULE: [
    422,
    '게시 기간을 확인해 주세요. 끝은 시작과 지금보다 뒤여야 하고, 게시 중인 글은 바로 바꿀 수만 있습니다.',
    'Please check the times. The end is after the start and after now, and a published text can only be replaced at once.',
  ],
  CONTENT_FORCED_OFTEN: [
    409,
    '강제 공지는 7일에 두 번까지 게시할 수 있습니다.',
    'At most two forced notices may be published within seven days.',
  ],
  CONTENT_PUSHED_OFTEN: [
    409,
    '푸시로 알리는 공지는 하루에 세 번까지 게시할 수 있습니다.',
    'At most three notices may be told by push within a day.',
  ],
  CONTENT_AUDIENCE: [
    422,
    '받는 사람을 확인해 주세요. 일부 회원에게만 보내는 글은 푸시로 알리지 않는 공지여야 하고, 파트너 코드는 있어야 합니다.',
    'Please check who is to be shown it. Only a notice that is not told by push may be for some members, and the partner code must exist.',
  ],
} as const satisfies Record<string, RefusalRow>;
