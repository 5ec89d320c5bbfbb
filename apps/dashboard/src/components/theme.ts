import { useSyncExternalStore } from 'react';

/** Follows the system until another theme is chosen. index.html applies a choice before paint. */
type Theme = 'light' | 'dark';

const KEY = 'theme';
const system = matchMedia('(prefers-color-scheme: dark)');

export function useTheme(): { readonly theme: Theme; readonly toggle: () => void } {
  const theme = useSyncExternalStore(subscribe, currentTheme);
  return { theme, toggle: () => choose(theme === 'dark' ? 'light' : 'dark') };
}

function currentTheme(): Theme {
  const { theme } = document.documentElement.dataset;
  return theme === 'light' || theme === 'dark' ? theme : systemTheme();
}

function systemTheme(): Theme {
  return system.matches ? 'dark' : 'light';
}

/** Choosing what the system shows anyway is going back to following it. */
function choose(theme: Theme): void {
  const choice = theme === systemTheme() ? '' : theme;
  document.documentElement.dataset['theme'] = choice;
  try {
    if (choice === '') localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, choice);
  } catch {
    // Where nothing can be kept, the choice lasts as long as the page.
  }
  for (const listener of listeners) listener();
}

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  system.addEventListener('change', listener);
  return () => {
    listeners.delete(listener);
    system.removeEventListener('change', listener);
  };
}
