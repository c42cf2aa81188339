// The questions about leverage, with their answers and why. Figures are those of the rules: twenty times, and the
// maintenance margin that ends a position a little earlier.
import type { Language } from '@maru/contract/refusals';

interface Text {
  readonly question: string;
  readonly options: readonly string[];
  /** Shown after an answer, right or wrong. */
  readonly explanation: string;
}

interface Question extends Readonly<Record<Language, Text>> {
  /** Counted from 1. */
  readonly right: number;
}

export const questions: readonly Question[] = [
  {
    right: 3,
    ko: {
      question: '20x로 100만 원어치 증거금을 넣으면 얼마를 움직이나요?',
      options: ['100만 원', '500만 원', '2,000만 원'],
      explanation: '증거금 100만 원 × 20 = 2,000만 원입니다. 손익도 2,000만 원을 기준으로 움직입니다.',
    },
    en: {
      question: 'With a margin of 1,000,000 won at 20x, how much do you move?',
      options: ['1,000,000 won', '5,000,000 won', '20,000,000 won'],
      explanation:
        'A margin of 1,000,000 × 20 = 20,000,000 won. Profit and loss follow the 20,000,000 as well.',
    },
  },
  {
    right: 2,
    ko: {
      question: '증거금 100만 원, 20x 롱입니다. 가격이 5% 내리면 어떻게 되나요?',
      options: [
        '5만 원을 잃습니다',
        '증거금을 거의 다 잃고 강제 청산됩니다',
        '가격이 돌아올 때까지 기다릴 수 있습니다',
      ],
      explanation:
        '20배이므로 5% × 20 = 100%입니다. 실제로는 유지 증거금 때문에 5%가 되기 전에 먼저 청산됩니다.',
    },
    en: {
      question: 'A margin of 1,000,000 won, long at 20x. What happens when the price falls by 5%?',
      options: [
        'You lose 50,000 won',
        'You lose nearly the whole margin and are liquidated',
        'You can wait until the price comes back',
      ],
      explanation:
        'At 20x, 5% × 20 = 100%. Because of the maintenance margin you are liquidated before the 5% are reached.',
    },
  },
  {
    right: 1,
    ko: {
      question: '손실을 미리 막으려면 무엇을 할 수 있나요?',
      options: ['손절 가격과 하루 손실 한도를 정합니다', '레버리지를 높입니다', '주문을 더 자주 냅니다'],
      explanation: '손절 주문과 하루 손실 한도는 주문하기 전에 잃을 수 있는 금액을 정해 둡니다.',
    },
    en: {
      question: 'What can you do to limit a loss beforehand?',
      options: ['Set a stop-loss and a loss limit for a day', 'Raise the leverage', 'Order more often'],
      explanation: 'A stop-loss and a daily limit decide before the order how much can be lost.',
    },
  },
];
