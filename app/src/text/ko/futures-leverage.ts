import { withRo } from '../particle.ts';

export const futuresLeverage = {
  title: '레버리지',
  close: '닫기',
  marginType: '마진 유형',
  types: { CROSS: '교차', ISOLATED: '격리' },
  typeLead: {
    CROSS: '교차: 선물 지갑 전체를 증거금으로 씁니다.',
    ISOLATED: '격리: 이 포지션에 넣은 증거금까지만 잃습니다.',
  },
  leverage: '레버리지',
  less: '레버리지 낮추기',
  more: '레버리지 높이기',
  times: (leverage: string) => `${leverage}x`,
  most: '최대 포지션',
  onePercent: '1% 움직이면',
  ofMargin: (percent: string) => `증거금의 ${percent}%`,
  liquidation: '예상 청산가',
  liquidationAtMost: '최대로 롱이면 청산가',
  never: '--',
  below: (leverage: string) => `열린 포지션이 있어 ${leverage}x 아래로는 낮출 수 없습니다.`,
  change: (setting: string) => `${withRo(setting)} 변경`,
  unchanged: (setting: string) => `지금 ${setting}`,
};
