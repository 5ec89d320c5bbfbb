let page = '';
let unread = 0;

export function setPageTitle(title: string): void {
  page = title;
  update();
}

/** Shows the count before the page title, as mail clients do. */
export function setUnreadCount(count: number): void {
  unread = count;
  update();
}

function update(): void {
  document.title = `${unread > 0 ? `(${unread}) ` : ''}${page} · Vitrine`;
}
