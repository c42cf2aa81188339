/** The kinds of drawing on a chart. */
export const DRAWING_TOOLS = [
  'trend',
  'horizontal',
  'vertical',
  'fibonacci',
  'channel',
  'arrow',
  'brush',
] as const;
export type DrawingTool = (typeof DRAWING_TOOLS)[number];

/** A tool that makes a drawing, or the one that removes drawings. */
export type Pen = DrawingTool | 'eraser';

/** A drawing as it is stored: points are anchored to time and price, so they are valid in every period. */
export interface Drawing {
  readonly tool: DrawingTool;
  readonly points: readonly { readonly time: number; readonly price: number }[];
}
