// The words of the documentation page; what a call does is said by the contract.

export const docsWords = {
  ko: {
    title: 'Maru API',
    lead: '직접 만든 프로그램으로 잔액을 보고 주문할 수 있습니다. 키는 앱의 더보기 → API 키에서 만듭니다. 출금과 계정 변경은 어떤 키로도 할 수 없습니다.',
    signing: '서명',
    signingLead: '요청마다 헤더 세 개를 보냅니다.',
    headers: [
      ['Maru-Key', 'API 키, mk_로 시작합니다.'],
      [
        'Maru-Time',
        '밀리초 단위의 현재 시각. 5초 동안 유효합니다. 1763000000000;30000처럼 쓰면 30초, 최대 60초입니다.',
      ],
      [
        'Maru-Sign',
        '비밀 키로 만든 HMAC-SHA256(소문자 16진수). 서명할 글은 시각, 메서드, 쿼리를 포함한 경로, 본문의 SHA-256을 사이 없이 이은 것입니다.',
      ],
    ],
    notes: [
      '무언가를 바꾸는 요청의 서명은 한 번만 쓸 수 있습니다. 응답을 받지 못했다면 같은 Idempotency-Key로 새로 서명해 다시 보내세요.',
      '키마다 조회는 1초에 20번(한꺼번에 60번), 거래는 1초에 10번(한꺼번에 20번)까지입니다. 한 회원의 키를 모두 합치면 그 두 배입니다.',
      '비밀번호를 바꾸면 모든 키가 끝납니다.',
      '실시간 시세와 알림은 /ws/websocket의 STOMP로 받습니다. 토큰은 키.시각.서명이고, 서명할 글은 시각, CONNECT/ws, 빈 글의 SHA-256입니다.',
    ],
    examples: '예제',
    calls: '요청',
    everything: '누구나 볼 수 있는 시세를 포함한 모든 요청',
    scope: { READ: '조회', TRADE: '거래' },
    sent: '보내는 값',
    name: '이름',
    type: '형식',
    required: '필수',
    refusals: '거절',
    other: 'English',
    back: 'API 키',
  },
  en: {
    title: 'Maru API',
    lead: 'Your own program can see balances and place orders. Make a key in the app under More → API keys. No key can withdraw or change the account.',
    signing: 'Signing',
    signingLead: 'Every request has three headers.',
    headers: [
      ['Maru-Key', 'The API key; it begins with mk_.'],
      [
        'Maru-Time',
        'The time in epoch milliseconds. It counts for 5 seconds; 1763000000000;30000 makes it 30, at most 60.',
      ],
      [
        'Maru-Sign',
        'HMAC-SHA256 with the secret key, in lowercase hex, over the time, the method, the path with its query and the SHA-256 of the body, with nothing between them.',
      ],
    ],
    notes: [
      'A signature on a request that changes something counts once. If no answer came, sign again and send the same Idempotency-Key.',
      'A key may read 20 times a second (60 at once) and trade 10 times a second (20 at once). All keys of a member together may do twice that.',
      'A new password ends all keys.',
      'Live prices and pushes come by STOMP at /ws/websocket. The token is key.time.signature; what is signed is the time, CONNECT/ws and the SHA-256 of nothing.',
    ],
    examples: 'Examples',
    calls: 'Calls',
    everything: 'All calls, also the prices that anybody may read',
    scope: { READ: 'Read', TRADE: 'Trade' },
    sent: 'What is sent',
    name: 'Name',
    type: 'Type',
    required: 'required',
    refusals: 'Refusals',
    other: '한국어',
    back: 'API keys',
  },
} as const;
