const KEY = 'maru.office.theme';

export function toggleTheme(storage: Pick<Storage, 'setItem'>): void {
  const page = document.documentElement;
  const next = page.dataset['theme'] === 'light' ? 'dark' : 'light';
  page.dataset['theme'] = next;
  storage.setItem(KEY, next);
}
