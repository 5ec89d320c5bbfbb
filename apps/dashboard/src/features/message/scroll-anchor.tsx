import { Component, type ReactNode, type RefObject } from 'react';

interface ScrollAnchorProps {
  /** Contains the items, each an `li` with its id in `data-id`. */
  readonly list: RefObject<HTMLElement | null>;
  /** The id of the item that stays in place. Without one, the focused item does. */
  readonly anchorId: string | undefined;
  readonly children: ReactNode;
}

interface Snapshot {
  readonly item: Element | null;
  readonly top: number;
  /** The index of the focused item, or -1. */
  readonly focusIndex: number;
}

/**
 * Wraps a list that updates in the background. Keeps one item at the same place on the screen when
 * items are added above it, and moves the focus to the next item when the focused one is removed.
 * A class, because only getSnapshotBeforeUpdate can measure the page right before React changes it.
 */
export class ScrollAnchor extends Component<ScrollAnchorProps> {
  override getSnapshotBeforeUpdate(): Snapshot {
    const { list, anchorId } = this.props;
    const { activeElement } = document;
    // If the focus is in the selection bar and in no item, use the first selected item.
    const focused = list.current?.contains(activeElement)
      ? (activeElement?.closest('li') ??
        list.current.querySelector<HTMLLIElement>('li[data-selected]'))
      : null;
    const items = this.items();
    const item = (anchorId && items.find(({ dataset }) => dataset['id'] === anchorId)) || focused;
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
    // The page is too short to scroll that far: make the list taller.
    const room = Math.max(0, innerHeight - document.documentElement.getBoundingClientRect().bottom);
    list.style.minHeight = `${list.offsetHeight + room + left}px`;
    scrollBy({ top: left, behavior: 'instant' });
  }
}

/** Scrolls an item into view and focuses the button that opens it. */
export function focusItem(item: Element | null | undefined): void {
  item?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
  item?.querySelector<HTMLElement>('[aria-expanded]')?.focus({ preventScroll: true });
}
