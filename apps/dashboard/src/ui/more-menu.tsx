import { Ellipsis } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Menu } from './menu.tsx';

interface MoreMenuProps {
  /** The name of the item that the menu is about. */
  readonly title: string;
  /** Classes of the button. */
  readonly className?: string;
  readonly children: ReactNode;
}

/** A button with three dots that opens the menu of an item in a list. */
export function MoreMenu({ title, className = '', children }: MoreMenuProps) {
  return (
    <Menu
      title={title}
      trigger={
        <Button
          variant="ghost"
          size="icon"
          className={`rounded-full! max-sm:size-10 ${className}`}
          aria-label={`More actions for ${title}`}
          title="More"
        >
          <Ellipsis aria-hidden="true" />
        </Button>
      }
    >
      {children}
    </Menu>
  );
}
