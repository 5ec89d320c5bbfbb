import { readLocalStorage, writeLocalStorage } from '../local-storage.ts';

/**
 * Whether shortcuts of a single key work, such as Z for Undo. The owner can turn them off, because
 * speech input can press them by accident (WCAG 2.1.4).
 */
export function areSingleKeysOn(): boolean {
  return readLocalStorage(KEY) !== 'off';
}

export function setSingleKeys(isOn: boolean): void {
  writeLocalStorage(KEY, isOn ? 'on' : 'off');
}

const KEY = 'single-key-shortcuts';
