/**
 * Keeps the scroll position when the dashboard loads the preview again. Other origins cannot read it,
 * so this reports it to the dashboard, which passes it on in the address of the next page.
 */
const [, top] = /^#scroll=(\d+)$/.exec(location.hash) ?? [];
if (top) scrollTo({ top: Number(top), behavior: 'instant' });
addEventListener('scroll', () => parent.postMessage({ scroll: Math.round(scrollY) }, '*'), {
  passive: true,
});

/**
 * Shows the page that the dashboard sends while the owner types. The content security policy lets only
 * the dashboard frame a preview, or in a home network pages over HTTP, which do not know its address.
 */
addEventListener('message', ({ source, data }) => {
  if (source !== parent || parent === window || typeof data?.html !== 'string') return;
  const next = new DOMParser().parseFromString(data.html, 'text/html');
  document.title = next.title;
  change(document.body, next.body);
  parent.postMessage({ isShown: true }, '*');
});

/** Changes only what differs, so that images and the scroll position stay. */
function change(shown: Element, next: Element): void {
  for (const { name } of [...shown.attributes])
    if (!next.hasAttribute(name)) shown.removeAttribute(name);
  for (const { name, value } of next.attributes)
    if (shown.getAttribute(name) !== value) shown.setAttribute(name, value);
  const before = [...shown.childNodes];
  const after = [...next.childNodes];
  for (const [index, node] of after.entries()) {
    const old = before[index];
    if (!old) shown.append(node);
    else if (old.isEqualNode(node)) continue;
    else if (old instanceof Element && node instanceof Element && old.tagName === node.tagName)
      change(old, node);
    else old.replaceWith(node);
  }
  for (const old of before.slice(after.length)) old.remove();
}
