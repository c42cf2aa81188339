export function PriceLadder(_props: Record<string, unknown>) {
  return null;
}
