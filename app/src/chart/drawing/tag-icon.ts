// An icon of the app beside the text of a tag. Only a path of our own can be scaled: klinecharts draws its paths as large
// as they were written.
import { type OverlayFigure, registerFigure } from 'klinecharts';

export const ICON_SIZE = 14;
/** With the distance to the text. */
export const ICON_ROOM = ICON_SIZE + 4;

const NAME = 'maruTagIcon';
const GRID = 24;
/** Two arrows: the tag can be moved up and down. */
export const GRIP_PATH = 'M7 9.5L12 4.5l5 5M7 14.5l5 5 5-5';

interface IconAttrs {
  readonly path: string;
  readonly x: number;
  /** The middle. */
  readonly y: number;
}

export function registerTagIcon(): void {
  registerFigure<IconAttrs, { readonly color: string }>({
    name: NAME,
    checkEventOn: () => false,
    draw(ctx, attrs, { color }) {
      if (Array.isArray(attrs)) return;
      ctx.save();
      ctx.translate(attrs.x, attrs.y - ICON_SIZE / 2);
      ctx.scale(ICON_SIZE / GRID, ICON_SIZE / GRID);
      ctx.strokeStyle = color ?? '';
      ctx.lineWidth = 2;
      ctx.lineCap = 'round';
      ctx.lineJoin = 'round';
      ctx.stroke(new Path2D(attrs.path));
      ctx.restore();
    },
  });
}

export const iconFigure = (attrs: IconAttrs, color: string): OverlayFigure => ({
  type: NAME,
  attrs,
  styles: { color },
  ignoreEvent: true,
});
