export const words = {
  rounds: {
    title: '회차·배당',
    filter: '상태',
    all: '전체',
    running: '진행',
    decided: '결과',
    void: '무효',
    list: '회차',
    round: '회차',
    closes: '종료',
    prices: '기준가 → 종료가',
    result: '결과',
    bets: '주문',
    stake: '금액',
    skew: '쏠림',
    results: ['진행 중', '상승', '하락', '무효'] as readonly string[],
    drawn: '추첨',
    counts: (bets: number, players: number): string =>
      `${bets.toLocaleString('ko-KR')}건 · ${players.toLocaleString('ko-KR')}명`,
    no: (no: number): string => `${no.toLocaleString('ko-KR')}회차`,
    waiting: '무효 요청',
    look: '무효 검토',
    sides: { LONG: '상승', SHORT: '하락' } as Readonly<Record<string, string>>,
    none: '주문이 있는 회차가 없습니다.',
    odds: '배당',
  },
  odds: {
    title: '비트볼 배당',
    market: '항목',
    odds: '배당',
    change: '바꾸기',
    hint: '이미 낸 주문은 낸 때의 배당 그대로입니다. 배당 × 확률은 1보다 작아야 합니다.',
    back: '회차로',
    changed: '배당을 바꿨습니다.',
  },
  betEffect: {
    title: '무엇이 바뀌나',
    pending: '계산하는 중',
    waiting: '기다리는 주문 · 그대로',
    past: '견준 주문',
    since: '그중 가장 이른 주문',
    refused: '받지 않았을 주문',
    house: '회사 손익',
    returns: '평균 환급률',
    bets: (bets: number, stake: string): string => `${bets.toLocaleString('ko-KR')}건 · ${stake}`,
    note: '최근에 끝난 주문 2,000건까지에 새 조건을 대어 본 값입니다. 이미 낸 주문은 바뀌지 않습니다.',
  },
  void: {
    title: '회차 무효',
    two: '두 사람 승인',
    back: '회차 목록',
    paid: '정산 완료',
    notPaid: '정산 전',
    gap: (seconds: string): string => `${seconds}초 끊김`,
    chart: '기록된 시세',
    ticks: '기록된 틱',
    until: '무효 가능 기한',
    left: (text: string): string => `${text} 남음`,
    reason: '이유',
    templates: [
      { name: '시세 오류', text: '시세 제공처의 값이 잘못되어 회차를 무효로 합니다.' },
      { name: '틱 끊김', text: '회차 중에 시세가 들어오지 않아 회차를 무효로 합니다.' },
      { name: '시스템 장애', text: '시스템 장애로 회차를 무효로 합니다.' },
      { name: '종목 정지', text: '종목 거래가 정지되어 회차를 무효로 합니다.' },
      { name: '기타', text: '' },
    ],
    public:
      '이 글은 회원에게 그대로 보입니다. 틱과 결과 값은 누구도 고칠 수 없고, 회차 전체를 무효로만 할 수 있습니다.',
    effect: '무효로 하면',
    note: '미리 계산 · 아직 반영 안 됨',
    getBack: '돌려받는 회원',
    giveBack: '되돌리는 회원',
    house: '회사',
    houseLine: '무효 뒤 손익 0',
    missing: '잔액 부족',
    missingLine: '다음 입금에서 뺌',
    people: (count: number): string => `${count.toLocaleString('ko-KR')}명`,
    flow: (stake: string, paid: string): string => `주문 ${stake} → 지급 ${paid} → 무효 뒤 환급 ${stake}`,
    member: '회원',
    username: '아이디',
    side: '방향',
    stake: '주문',
    payment: '지급',
    state: '상태',
    change: '바뀌는 금액',
    states: { 1: '적중 → 무효', 2: '미적중 → 무효', 3: '무효' } as Readonly<Record<number, string>>,
    waits: '대기 → 무효',
    notWhole: '회원이 많아 앞의 일부만 계산했습니다.',
    others: (count: number): string => `외 ${count.toLocaleString('ko-KR')}명`,
    letter: '회원에게 보낼 쪽지',
    letterText: (round: string, reason: string): string =>
      `${round}를 무효로 처리했습니다. ${reason} 주문 금액을 돌려드리고, 지급했던 금액이 있으면 되돌립니다.`,
    message: '회원에게 보이는 글',
    approval: '승인',
    asks: '요청',
    approves: '승인 권한 · 2차',
    mine: '내 차례',
    sameperson: '요청한 사람은 승인할 수 없습니다. 두 사람의 이름이 감사 기록에 남습니다.',
    checks: '확인',
    sawGap: '시세 원본과 끊긴 구간을 보았습니다',
    sawMissing: (count: number): string =>
      count === 0 ? '잔액이 모자란 회원이 없음을 확인했습니다' : `잔액이 모자란 ${count}명을 확인했습니다`,
    readReason: '이유 글을 읽었습니다',
    irreversible: '되돌리기',
    never: '할 수 없음',
    ask: '무효 요청',
    approve: (no: number): string => `${no.toLocaleString('ko-KR')}회차 무효 승인`,
    reject: '거절',
    asked: '무효를 요청했습니다. 다른 사람이 승인해야 합니다.',
    done: '회차를 무효로 했습니다.',
    rejected: '요청을 거절했습니다.',
    blocked: {
      DONE: '이미 무효인 회차입니다.',
      SALTED: '추첨이 정해진 회차는 무효로 할 수 없습니다.',
      TOO_LATE: '무효로 할 수 있는 기한이 지났습니다.',
      NOTHING: '주문이 없거나 기한이 지난 회차입니다.',
    },
  },
};

const families: Readonly<Record<string, string>> = { R: '회차', B: '바이너리', P: '비트볼' };

/** `B5` is `바이너리 5분`, `R.5` is `회차 30초`. */
export function offerText(type: string): string {
  const [, family = '', minutes = ''] = /^([RBP])(\d*\.?\d+)$/.exec(type) ?? [];
  const name = families[family];
  if (name === undefined) return type;
  const length = Number(minutes);
  return `${name} ${length < 1 ? `${length * 60}초` : `${length}분`}`;
}

const picks: Readonly<Record<string, string>> = {
  ODD: '홀',
  EVEN: '짝',
  UNDER: '언더',
  OVER: '오버',
  SMALL: '소',
  MID: '중',
  BIG: '대',
};

/** `NS_ODD_UNDER` is `합 홀·언더`, `PN_7` is `파워볼 7`. */
export function marketText(market: string): string {
  const [group = '', ...parts] = market.split('_');
  if (parts.length === 0) return market;
  return `${group.startsWith('N') ? '합' : '파워볼'} ${parts.map((part) => picks[part] ?? part).join('·')}`;
}
