export const words = {
  title: '운영 로그인',
  username: '아이디',
  password: '비밀번호',
  code: '인증 번호 6자리 또는 복구 코드',
  signIn: '로그인',
  passkey: '패스키로 로그인',
  codeSentence: '인증 앱에 보이는 번호를 적어 주세요.',
  back: '처음으로',
  ended: '접속이 끝났습니다. 다시 로그인해 주세요.',
};
