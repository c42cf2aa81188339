/** What can be drawn onto a chart. */
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

/** A tool that makes a drawing, or the one that takes drawings away. */
export type Pen = DrawingTool | 'eraser';

/** A drawing as it is kept: points are anchored to time and price, so they hold in every period. */
export interface Drawing {
  readonly tool: DrawingTool;
  readonly points: readonly { readonly time: number; readonly price: number }[];
}
