/** Spec 9: the menu name of a route is kept for a day. */
const MENU_COOKIE_SECONDS = 86_400;

export const menuCookie = (menu: string): string =>
  `menu=${encodeURIComponent(menu)}; max-age=${MENU_COOKIE_SECONDS}; path=/; SameSite=Lax`;
