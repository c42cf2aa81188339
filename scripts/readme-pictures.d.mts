export const README_PICTURES: Readonly<Record<string, string>>;
