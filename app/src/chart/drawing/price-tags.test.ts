import { expect, test } from 'vitest';
import { type PlacedTag, placeTags, TAG_HEIGHT, type WantedTag } from './price-tags.ts';

const pane = { width: 300, height: 120 };
const tag = (id: string, y: number, width: number): WantedTag => ({ id, y, width });

const overlapping = (tags: readonly PlacedTag[]) =>
  tags.flatMap((one, place) =>
    tags
      .slice(place + 1)
      .filter(
        (other) =>
          Math.abs(one.tagY - other.tagY) < TAG_HEIGHT &&
          one.left < other.left + other.width &&
          other.left < one.left + one.width,
      )
      .map((other) => `${one.id} and ${other.id}`),
  );

test('tags of lines that are far from each other are at the left, each on its line', () => {
  const placed = placeTags([tag('a', 20, 90), tag('b', 60, 40), tag('c', 100, 40)], pane);
  expect(placed.map(({ left, tagY }) => [left, tagY])).toEqual([
    [8, 20],
    [8, 60],
    [8, 100],
  ]);
});

test('a tag takes the first gap between the other tags on its line', () => {
  const placed = placeTags([tag('a', 50, 90), tag('b', 45, 40), tag('c', 28, 60), tag('d', 64, 60)], pane);
  expect(placed.map(({ left }) => left)).toEqual([8, 104, 8, 150]);
});

test('where a narrow screen has no room on the line, the tag goes above or below it, and covers none', () => {
  // A position, its two exits and two orders within a few ticks, on a screen of 360 px.
  const wanted = [
    tag('position', 60, 108),
    tag('TP', 52, 40),
    tag('SL', 76, 40),
    tag('MIT', 61, 82),
    tag('limit', 59, 96),
  ];
  const placed = placeTags(wanted, pane);
  expect(overlapping(placed)).toEqual([]);
  expect(placed.at(-1)?.tagY).not.toBe(59);
});

test('a few tags never overlap, wherever their lines are, and none leaves the pane', () => {
  let seed = 7;
  const below = (most: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % most;
  };
  for (let round = 0; round < 300; round += 1) {
    const wanted = Array.from({ length: 5 }, (_, id) => tag(String(id), 10 + below(100), 36 + below(90)));
    const placed = placeTags(wanted, pane);
    expect(overlapping(placed)).toEqual([]);
    for (const { left, width, tagY, y } of placed) {
      expect(left + width).toBeLessThanOrEqual(pane.width);
      if (tagY !== y) expect(tagY).toBeGreaterThanOrEqual(TAG_HEIGHT / 2);
    }
  }
});
