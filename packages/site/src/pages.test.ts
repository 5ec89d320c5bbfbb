import { SITE_SECTIONS } from '@vitrine/contract/options';
import { demoPortfolio, largePortfolio } from '@vitrine/testing/site-portfolios';
import { expect, test } from 'vitest';
import { render } from './test-pages.ts';

test('the numbers of projects continue on the next page', () => {
  const portfolio = largePortfolio(30);
  expect(render(portfolio, '/projects').body).toContain('<ol class="projects">');
  expect(render(portfolio, '/projects/page/2').body).toContain('<ol class="projects" start="25">');
});

test('a project leads back to the work on the home page, under the heading of the owner', () => {
  const sections = sectionsWith({ heading: 'Selected pieces' });
  const { body } = render(demoPortfolio(), '/projects/tidewatch', { sections });
  expect(body).toContain('<p class="back"><a href="/#work">Selected pieces</a></p>');
});

test('a project leads back to all projects if the owner hides the work', () => {
  const sections = sectionsWith({ shown: false });
  const { body } = render(demoPortfolio(), '/projects/tidewatch', { sections });
  expect(body).toContain('<p class="back"><a href="/projects">Projects</a></p>');
});

test('highlights that are the sentences of a text end without a period', () => {
  const { body } = render(demoPortfolio(), '/projects/tidewatch');
  expect(body).toContain('<li>Works offline for three days</li></ul>');
});

test('the page after sending a message leads home and needs no script', () => {
  const { body } = render(demoPortfolio(), '/contact/sent');
  expect(body).toContain('<a class="primary" href="/">Home</a>');
  expect(body).not.toContain('type="module"');
});

function sectionsWith(work: { readonly shown?: boolean; readonly heading?: string }) {
  return SITE_SECTIONS.map((name) => ({
    ...{ name, shown: true, heading: '' },
    ...(name === 'work' && work),
  }));
}
