export const words = {
  title: '보낸 메일·문자',
  watched: '이 목록을 본 일은 감사 기록에 남습니다.',
  search: '받는 메일이나 번호 전체',
  table: '보낸 메일·문자',
  empty: '지난 한 주 동안 보낸 것이 없습니다.',
  columns: {
    at: '만든 때',
    channel: '방법',
    recipient: '받는 곳',
    kind: '종류',
    text: '내용',
    delivered: '보낸 때',
  },
  channels: { EMAIL: '메일', SMS: '문자' },
  kinds: {
    CODE: '인증 번호',
    FOUND_ID: '아이디 찾기',
    PASSWORD_FOUND: '비밀번호 찾기',
    CONTACT_CHANGED: '연락처 변경',
  } as Readonly<Record<string, string>>,
  waits: '대기',
  hidden: '인증 번호라 가렸습니다.',
};
