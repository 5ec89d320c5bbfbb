import { Component, type ReactNode, type RefObject } from 'react';

interface ScrollAnchorProps {
  /** Holds the items, each an `li` with its id in `data-id`. */
  readonly list: RefObject<HTMLElement | null>;
  /** The id of the item that is being read. Without one, the item that has the focus is kept. */
  readonly reading: string | undefined;
  readonly children: ReactNode;
}

interface Snapshot {
  readonly item: Element | null;
  readonly top: number;
  /** Where in the list the focus is, or -1. */
  readonly focusIndex: number;
}

/**
 * Around a list that changes by itself. What is read stays where it is on the screen when items
 * come in above it, and the focus goes to the next item when its own is removed. This is a class
 * because only a class can look at the page right before React changes it.
 */
export class ScrollAnchor extends Component<ScrollAnchorProps> {
  override getSnapshotBeforeUpdate(): Snapshot {
    const { list, reading } = this.props;
    const { activeElement } = document;
    // A bar of actions has no place in the list: the first selected item stands for it.
    const focused = list.current?.contains(activeElement)
      ? (activeElement?.closest('li') ??
        list.current.querySelector<HTMLLIElement>('li[data-selected]'))
      : null;
    const items = this.items();
    const item = (reading && items.find(({ dataset }) => dataset['id'] === reading)) || focused;
    return {
      item,
      top: item?.getBoundingClientRect().top ?? 0,
      focusIndex: focused ? items.indexOf(focused) : -1,
    };
  }

  override componentDidUpdate(_props: ScrollAnchorProps, _state: unknown, before: Snapshot): void {
    const { item, top, focusIndex } = before;
    if (item?.isConnected) this.scrollBack(item, top);
    if (focusIndex < 0 || this.props.list.current?.contains(document.activeElement)) return;
    const items = this.items();
    focusItem(items[Math.min(focusIndex, items.length - 1)]);
  }

  override render(): ReactNode {
    return this.props.children;
  }

  private items(): HTMLElement[] {
    return [...(this.props.list.current?.querySelectorAll<HTMLElement>('li[data-id]') ?? [])];
  }

  private scrollBack(item: Element, top: number): void {
    scrollBy({ top: item.getBoundingClientRect().top - top, behavior: 'instant' });
    const left = item.getBoundingClientRect().top - top;
    const list = this.props.list.current;
    if (left < 1 || !list) return;
    // The page is too short to scroll that far: it gets the length that is missing.
    const room = Math.max(0, innerHeight - document.documentElement.getBoundingClientRect().bottom);
    list.style.minHeight = `${list.offsetHeight + room + left}px`;
    scrollBy({ top: left, behavior: 'instant' });
  }
}

/** Focuses what opens an item, and brings the whole item into view. */
export function focusItem(item: Element | null | undefined): void {
  item?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
  item?.querySelector<HTMLElement>('[aria-expanded]')?.focus({ preventScroll: true });
}
