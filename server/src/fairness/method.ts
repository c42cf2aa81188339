// How the figures of the board are computed, as the download says it.
import { BOARD_DAYS, LEAST_ACCOUNTS, RECENT_DAYS } from '@maru/contract/fairness/words';

export const METHOD = {
  ko: [
    '날짜는 한국 시각의 하루이며, 1970-01-01부터 센 날 수로 적습니다. 금액은 그날 환율로 바꾼 원입니다.',
    `돈을 번 계정의 비율은 가장 최근 날의 winners90 ÷ accounts90입니다. 그날까지 ${BOARD_DAYS}일 동안 끝난 거래의 손익을 비용을 뺀 뒤 계정마다 더해, 0보다 큰 계정을 셉니다.`,
    '운영자가 가져간 몫은 taken의 합 ÷ turnover의 합입니다. 해외선물은 taken의 합 ÷ contracts의 합입니다. 약속한 몫은 promised의 합 ÷ turnover의 합이며, 공개된 배당과 확률에서 나옵니다.',
    `거절 비율은 최근 ${RECENT_DAYS}일의 orders에서 ACCEPTED가 아닌 주문 ÷ 모든 주문이며, 방향마다 따로 셉니다. 로그인과 형식이 맞는 주문만 셉니다.`,
    '체결 시간은 서버가 주문을 받은 때부터 저장된 답을 내보낸 때까지입니다. 모든 시간은 올림했습니다. 백분위수는 그 비율의 주문이 넘지 않은 가장 작은 값입니다.',
    '출금 시간은 신청부터 끝날 때까지이며, 반려 비율은 REJECTED ÷ 끝난 출금 전체입니다.',
    '가동률은 up의 합 ÷ minutes의 합입니다. 플랫폼은 1분마다 살아 있다고 기록하며, 기록이 없는 분은 멈춘 것으로 셉니다.',
    `한 날, 한 상품의 계정이 ${LEAST_ACCOUNTS}개보다 적으면 그 값은 비워 둡니다. 회원을 알아볼 수 있는 값은 없습니다. 하루의 값은 사흘 뒤에 굳어집니다.`,
    '서버가 갑자기 멈추면 마지막 1분의 주문 수와 체결 시간은 빠질 수 있습니다.',
  ],
  en: [
    'Days are Korean days, counted from 1970-01-01. Amounts are in won at the rates of the day.',
    `The share of accounts that gained is winners90 / accounts90 of the newest day: what was closed or decided in the ${BOARD_DAYS} days up to it, after fees, is added up for each account, and those above zero are counted.`,
    'What the house kept is the sum of taken / the sum of turnover; for overseas futures the sum of taken / the sum of contracts. What was promised is the sum of promised / the sum of turnover and follows from the published odds and chances.',
    `The share of refused orders is, of the orders of the last ${RECENT_DAYS} days, those whose outcome is not ACCEPTED / all, for each side. Only well-formed orders of members who are signed in are counted.`,
    'The time to a fill is from the moment the server receives the order until its durable answer leaves. All times are rounded up. A percentile is the least value that this share of all did not exceed.',
    'The time of a withdrawal is from its request to its end; the rejected share is REJECTED / all that ended.',
    'Availability is the sum of up / the sum of minutes. The platform notes every minute that it is there; a minute without a note counts as down.',
    `Of fewer than ${LEAST_ACCOUNTS} accounts in a product on a day the values are left out. No value tells of a single member. The values of a day are final after three days.`,
    'When the server stops suddenly, the counts and times of orders of its last minute may be missing.',
  ],
} as const;
