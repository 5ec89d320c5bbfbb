import { useLayoutEffect } from 'react';
import { useNavigate } from 'react-router';
import { areSingleKeysOn } from '../../components/shortcuts/single-keys.ts';
import { paths } from '../../paths.ts';
import { isTyping } from '../../ui/is-typing.ts';

/** N starts a new post. */
export function useNewKey(): void {
  const navigate = useNavigate();
  // From the moment that the page is visible.
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { ctrlKey, metaKey, altKey, repeat, isComposing, target } = event;
      const isPlain = !(ctrlKey || metaKey || altKey || repeat || isComposing);
      const isFree = !isTyping(target) && !document.body.hasAttribute('data-scroll-locked');
      if (event.defaultPrevented || event.key.toLowerCase() !== 'n') return;
      if (!isPlain || !isFree || !areSingleKeysOn()) return;
      event.preventDefault();
      void navigate(paths.add('post'));
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [navigate]);
}
