/** What the browser's tab says: the page, and how much is new. */
let page = '';
let news = 0;

export function setPageTitle(title: string): void {
  page = title;
  show();
}

/** A number before the name, as people know it from their mail. */
export function setUnreadCount(count: number): void {
  news = count;
  show();
}

function show(): void {
  document.title = `${news > 0 ? `(${news}) ` : ''}${page} · Vitrine`;
}
