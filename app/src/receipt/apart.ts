/** Two labels of one axis, moved away from each other until they are at least `least` apart. */
export function apart(a: number, b: number, least: number): readonly [number, number] {
  const push = Math.max(0, least - Math.abs(a - b)) / 2;
  return a <= b ? [a - push, b + push] : [a + push, b - push];
}
