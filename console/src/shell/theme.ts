import { createStore } from '../store.ts';

export type Theme = 'system' | 'light' | 'dark';

const kept = localStorage.getItem('theme');

export const theme = createStore<{ theme: Theme }>({
  theme: kept === 'light' || kept === 'dark' ? kept : 'system',
});

/** `public/theme.js` reads it before the next first paint. */
export function chooseTheme(chosen: Theme): void {
  theme.set({ theme: chosen });
  if (chosen === 'system') {
    localStorage.removeItem('theme');
    delete document.documentElement.dataset.theme;
  } else {
    localStorage.setItem('theme', chosen);
    document.documentElement.dataset.theme = chosen;
  }
}
