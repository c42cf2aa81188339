// The picture of a result that a member may show to others, drawn on this device. It says nothing that the receipt does
// not: win and loss look alike, and practice money carries its own mark, because a picture leaves the app.

export interface SharedResult {
  readonly name: string;
  readonly side: { readonly name: string; readonly direction: 'up' | 'down' | 'flat' };
  /** `+124,500원`; left out where amounts are hidden. */
  readonly profit: { readonly text: string; readonly direction: 'up' | 'down' | 'flat' };
  /** The result in a word, or the move of the price with its name: shown also without amounts. */
  readonly outcome: string;
  readonly move?: { readonly name: string; readonly direction: 'up' | 'down' | 'flat' };
  readonly way: string;
  readonly when: string;
}

export interface CardWords {
  readonly brand: string;
  readonly mark: string;
  readonly hidden: string;
  readonly caution: string;
}

export const CARD_SIZE = 1_080;

type Tone = 'tx1' | 'tx2' | 'tx3' | 'up' | 'down';

export interface CardText {
  readonly text: string;
  readonly y: number;
  readonly px: number;
  readonly weight: 500 | 700;
  readonly tone: Tone;
}

const LEFT = 96;
const toneOf = (direction: 'up' | 'down' | 'flat'): Tone => (direction === 'flat' ? 'tx1' : direction);

const joined = (name: string | undefined, text: string, by: string): string =>
  name === undefined ? text : `${name}${by}${text}`;

/** Every text of the picture from top to bottom. */
export function cardTexts(
  { name, side, profit, outcome, move, way, when }: SharedResult,
  words: CardWords,
  hidesAmounts: boolean,
): readonly CardText[] {
  const tone = toneOf(profit.direction);
  return [
    { text: words.brand, y: 150, px: 44, weight: 700, tone: 'tx1' },
    { text: name, y: 400, px: 60, weight: 700, tone: 'tx1' },
    { text: side.name, y: 470, px: 40, weight: 700, tone: toneOf(side.direction) },
    hidesAmounts
      ? // Fees can turn a good price into a loss: what is coloured is what is written.
        { text: outcome, y: 620, px: 112, weight: 700, tone: move ? toneOf(move.direction) : tone }
      : { text: profit.text, y: 620, px: 112, weight: 700, tone },
    {
      text: hidesAmounts ? joined(move?.name, words.hidden, ' · ') : joined(move?.name, outcome, ' '),
      y: 700,
      px: 40,
      weight: 500,
      tone: 'tx2',
    },
    { text: way, y: 800, px: 40, weight: 500, tone: 'tx2' },
    { text: when, y: 860, px: 34, weight: 500, tone: 'tx3' },
    { text: words.caution, y: 990, px: 30, weight: 500, tone: 'tx3' },
  ];
}

export type CardColours = Readonly<Record<Tone | 'bg' | 'line' | 'brass', string>> & {
  readonly font: string;
};

/** The colours of the theme that is on the screen. */
export function coloursOf(element: Element): CardColours {
  const style = getComputedStyle(element);
  const read = (name: string) => style.getPropertyValue(`--${name}`).trim();
  return {
    bg: read('bg'),
    tx1: read('tx1'),
    tx2: read('tx2'),
    tx3: read('tx3'),
    up: read('up'),
    down: read('down'),
    line: read('s3'),
    brass: read('brass'),
    font: read('font'),
  };
}

type Context = Pick<
  CanvasRenderingContext2D,
  | 'fillStyle'
  | 'strokeStyle'
  | 'lineWidth'
  | 'font'
  | 'textAlign'
  | 'fillRect'
  | 'fillText'
  | 'measureText'
  | 'beginPath'
  | 'moveTo'
  | 'bezierCurveTo'
  | 'stroke'
  | 'setLineDash'
  | 'strokeRect'
>;

interface Card {
  readonly texts: readonly CardText[];
  readonly colours: CardColours;
  /** Undefined of real money. */
  readonly mark: string | undefined;
}

export function drawCard(context: Context, { texts, colours, mark }: Card): void {
  context.fillStyle = colours.bg;
  context.fillRect(0, 0, CARD_SIZE, CARD_SIZE);
  drawRidge(context, colours);
  context.textAlign = 'left';
  for (const { text, y, px, weight, tone } of texts) {
    context.fillStyle = colours[tone];
    const room = CARD_SIZE - 2 * LEFT;
    context.font = `${weight} ${px}px ${colours.font}`;
    const { width } = context.measureText(text);
    if (width > room) context.font = `${weight} ${Math.floor((px * room) / width)}px ${colours.font}`;
    context.fillText(text, LEFT, y);
  }
  if (mark !== undefined) drawMark(context, mark, colours);
}

/** The line of the brand, the same for every result. */
function drawRidge(context: Context, { line }: CardColours): void {
  context.strokeStyle = line;
  context.lineWidth = 4;
  context.setLineDash([]);
  context.beginPath();
  context.moveTo(0, 300);
  context.bezierCurveTo(200, 300, 240, 210, 420, 210);
  context.bezierCurveTo(620, 210, 640, 120, 800, 120);
  context.bezierCurveTo(940, 120, 960, 240, CARD_SIZE, 240);
  context.stroke();
}

/** Dashed, as everywhere: it does not count. */
function drawMark(context: Context, mark: string, { bg, tx2, font }: CardColours): void {
  context.font = `700 36px ${font}`;
  const width = context.measureText(mark).width + 40;
  const left = CARD_SIZE - LEFT - width;
  // The line of the brand passes behind it.
  context.fillStyle = bg;
  context.fillRect(left, 100, width, 64);
  context.strokeStyle = tx2;
  context.lineWidth = 3;
  context.setLineDash([10, 8]);
  context.strokeRect(left, 100, width, 64);
  context.setLineDash([]);
  context.fillStyle = tx2;
  context.fillText(mark, left + 20, 145);
}
