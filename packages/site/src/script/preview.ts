/**
 * Keeps the scroll position when the dashboard loads the preview again. Other origins cannot read it,
 * so this reports it to the dashboard, which passes it on in the address of the next page.
 */
const [, top] = /^#scroll=(\d+)$/.exec(location.hash) ?? [];
if (top) scrollTo({ top: Number(top), behavior: 'instant' });
addEventListener('scroll', () => parent.postMessage({ scroll: Math.round(scrollY) }, '*'), {
  passive: true,
});
