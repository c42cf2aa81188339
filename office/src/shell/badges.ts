// The counts of the menu, by the path of the screen that shows what they count.
type Badges = Readonly<Record<string, number>>;

const NONE: Badges = {};

export const useBadges = (): Badges => NONE;
