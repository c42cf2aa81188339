export const document = {
  sample: '예시 글입니다. 서비스를 운영하는 곳이 자신의 글로 바꿉니다.',
  versionFrom: (version: string, day: string) => `제${version}판 · ${day} 시행`,
  accepted: '내가 동의한 판',
  version: (version: string) => `제${version}판`,
  acceptedOn: (day: string) => `${day} 동의`,
};
