import type { Element, Nodes, Root } from 'hast';
import { fromHtml } from 'hast-util-from-html';
import { expect, test } from 'vitest';
import { highlight } from './highlight.ts';
import { toHtml } from './to-html.ts';
import { toTree } from './to-tree.ts';

const NAME = `${'0'.repeat(64)}.png`;

/** URLs that run code or load something when a browser opens them, in many spellings. */
const URLS = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'javascript&colon;alert(1)',
  'javascript&#58;alert(1)',
  'javascript&#x3a;alert(1)',
  '&#106;&#97;&#118;&#97;&#115;&#99;&#114;&#105;&#112;&#116;&#58;alert(1)',
  '&#x6A&#x61&#x76&#x61&#x73&#x63&#x72&#x69&#x70&#x74&#x3A;alert(1)',
  'java&Tab;script:alert(1)',
  'java&NewLine;script:alert(1)',
  'java&#x0A;script:alert(1)',
  'java&#0000009script:alert(1)',
  'java\u0000script:alert(1)',
  '\u0001javascript:alert(1)',
  '&#14;javascript:alert(1)',
  '\u00a0javascript:alert(1)',
  '\ufeffjavascript:alert(1)',
  '\u2028javascript:alert(1)',
  'javascript\\:alert(1)',
  'javascript%3Aalert(1)',
  '%6aavascript:alert(1)',
  'ｊavascript:alert(1)',
  'javascript:/*--></title></style></script><svg/onload=alert(1)>*/',
  'javascript://example.com/%0aalert(1)',
  'jav\tascript:alert(1)',
  'vbscript:msgbox(1)',
  'VBSCRIPT&colon;msgbox(1)',
  'livescript:alert(1)',
  'mocha:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==',
  'data:image/svg+xml,<svg onload=alert(1)>',
  'DATA:text/html,x',
  'blob:https://example.com/1',
  'file:///etc/passwd',
  'filesystem:https://example.com/x',
  'view-source:https://example.com',
  'ws://example.com',
  'feed:javascript:alert(1)',
  'intent://example.com#Intent;end',
  'x:javascript:alert(1)',
  `https://evil.example/x.png" onerror="alert(1)`,
  `//evil.example/media/${NAME}`,
  `/media/../media/${NAME}`,
  `/media/${NAME}?x=" onload="alert(1)`,
  `/media/${NAME}`,
  `https://evil.example/media/${NAME}`,
];

/** Ways to write a URL in Markdown. */
const URL_PLACES = [
  (url: string) => `[link](${url})`,
  (url: string) => `[link](<${url}> "title")`,
  (url: string) => `![image](${url})`,
  (url: string) => `![image](<${url}> "title\\" onload=alert(1)")`,
  (url: string) => `<${url}>`,
  (url: string) => `[link][x]\n\n[x]: ${url}`,
  (url: string) => `![image][x]\n\n[x]: <${url}> 'title'`,
  (url: string) => `[![image](${url})](${url})`,
  (url: string) => `<a href="${url}">link</a> <img src="${url}">`,
  (url: string) => url,
];

/** Texts that attack a parser, a sanitizer or the page around the result. */
const TEXTS = [
  '<script>alert(1)</script>',
  '<SCRIPT SRC=//evil.example/x.js></SCRIPT>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<img src=x onerror=alert(1)>',
  '<img """><script>alert(1)</script>">',
  '<svg onload=alert(1)>',
  '<svg><style><img src=x onerror=alert(1)></style></svg>',
  '<svg><script>alert&#40;1)</script>',
  '<svg><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>',
  '<svg></p><style><a id="</style><img src=1 onerror=alert(1)>">',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<math><annotation-xml encoding="text/html"><script>alert(1)</script></annotation-xml></math>',
  '<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<template><script>alert(1)</script></template>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<object data="data:text/html,x"></object><embed src="javascript:alert(1)">',
  '<base href="https://evil.example/"><link rel=stylesheet href=//evil.example/x.css>',
  '<meta http-equiv="refresh" content="0;url=javascript:alert(1)">',
  '<style>@import url(//evil.example/x.css)</style>',
  '<p style="background:url(javascript:alert(1))">x</p>',
  '<form action="javascript:alert(1)"><button>x</button><input name=attributes></form>',
  '<details open ontoggle=alert(1)>x</details>',
  '<video><source onerror=alert(1)></video>',
  '<input autofocus onfocus=alert(1)>',
  '<marquee onstart=alert(1)>x</marquee>',
  '<textarea></textarea><img src=x onerror=alert(1)>',
  '<!--><img src=x onerror=alert(1)>-->',
  '<!-- --!><img src=x onerror=alert(1)> -->',
  '<![CDATA[><img src=x onerror=alert(1)>]]>',
  '<?php echo "<img src=x onerror=alert(1)>" ?>',
  '<!DOCTYPE html><html onload=alert(1)>',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '&amp;lt;img src=x onerror=alert(1)&amp;gt;',
  '`<img src=x onerror=alert(1)>`',
  '```html" onload="alert(1)\n<script>alert(1)</script>\n```',
  '```"><img/src=x/onerror=alert(1)>\nx\n```',
  '```constructor\nx\n```',
  '```__proto__ x\ny\n```',
  '```xml\n<svg onload="alert(1)"><style>a{}</style><script>x</script></svg>\n```',
  '~~~js onload=alert(1)\n</code></pre><script>alert(1)</script>\n~~~',
  '    <script>alert(1)</script>',
  '# constructor\n\n# __proto__\n\n# toString',
  '# location\n\n## document\n\n### cookie\n\n# footnote-label',
  '# "><img src=x onerror=alert(1)>',
  '# <a name=x id=y>z</a>',
  '[x][constructor] [y][__proto__] ![z][toString]',
  '[^constructor] [^__proto__]\n\n[^constructor]: a\n[^__proto__]: <img src=x onerror=alert(1)>',
  '[^"onclick=alert(1)]\n\n[^"onclick=alert(1)]: note',
  '[link](#location) [link](#" onclick="alert(1))',
  '[link](https://example.com "\\" onmouseover=\\"alert(1)")',
  '![alt" onerror="alert(1)](/media/x)',
  `![<img src=x onerror=alert(1)>](/media/${NAME} "<script>alert(1)</script>")`,
  '| <script> | onload |\n|:-|-:|\n| <img src=x onerror=alert(1)> | [x](javascript:alert(1)) |',
  '- [x] <input type=text onfocus=alert(1)>\n- [ ] [x](vbscript:x)',
  '[a](javascript:alert(1)) **[b](javascript:alert(1))** ~~![c](data:text/html,x)~~',
  '<javascript:alert(1)> <data:text/html,x> <https://example.com/"onclick="alert(1)>',
  'https://example.com/"onmouseover="alert(1) www.example.com/<script>',
  '\u0000<script>\u0000alert(1)</script>',
  '＜script＞alert(1)＜/script＞',
  '<ſcript>alert(1)</ſcript> <ımg src=x>',
  '</div></section><script>alert(1)</script>',
];

/** Places in a document for an attack. */
const WRAPPERS = [(text: string) => text, (text: string) => indent(text, '> ')];
const MORE_WRAPPERS = [
  (text: string) => indent(text, '- ', '  '),
  (text: string) => `note[^n]\n\n${indent(text, '[^n]: ', '    ')}`,
  (text: string) => `**${text}**`,
  (text: string) => `# ${text}`,
  (text: string) => `| a |\n| - |\n| ${text.replaceAll('\n', ' ')} |`,
  (text: string) => `<div>\n${text}\n\n${text}\n</div>`,
  (text: string) => `[${text}](https://example.com)`,
];

const DOCUMENTS = [
  ...URLS.flatMap((url) => URL_PLACES.map((place) => place(url))).flatMap((text) =>
    WRAPPERS.map((wrap) => wrap(text)),
  ),
  ...TEXTS.flatMap((text) => [...WRAPPERS, ...MORE_WRAPPERS].map((wrap) => wrap(text))),
];

const TREES = [...new Set(DOCUMENTS)].map(render);

test('has 1,000 hostile documents', () => {
  expect(TREES.length).toBeGreaterThanOrEqual(1_000);
});

test('renders hostile documents without anything dangerous', () => {
  expect(TREES.flatMap((tree) => dangersOf(tree))).toEqual([]);
});

test('a browser that parses the HTML finds nothing dangerous either', () => {
  const parsed = TREES.map((tree) => fromHtml(toHtml(tree), { fragment: true }));
  expect(parsed.flatMap((tree) => dangersOf(tree))).toEqual([]);
});

test.each([
  '<script></script>',
  '<p onclick="x">a</p>',
  '<svg></svg>',
  '<a href="java\nscript:x">a</a>',
  '<a href="mailto:a@b.c" id="location">a</a>',
  '<img src="https://evil.example/x.png">',
  '<img src="/media/x" srcset="https://evil.example/x.png 2x">',
  '<input type="text">',
  '<span class="hljs-x">a</span>',
])('the checker of these tests finds the danger in %s', (html) => {
  expect(dangersOf(fromHtml(html, { fragment: true }))).not.toEqual([]);
});

function render(markdown: string): Root {
  const images = (name: string) =>
    name === NAME ? { url: `https://media.example/media/${name}`, width: 2, height: 1 } : undefined;
  return toTree(markdown, { images, highlight });
}

function indent(text: string, first: string, others = first): string {
  return text
    .split('\n')
    .map((line, index) => `${index === 0 ? first : others}${line}`)
    .join('\n');
}

/** What a page must never contain. It shares nothing with the schema of the sanitizer. */
function dangersOf(node: Nodes, isInCode = false): string[] {
  if (node.type === 'text') return [];
  if (node.type === 'root') return node.children.flatMap((child) => dangersOf(child));
  if (node.type !== 'element') return [node.type];
  const inside = isInCode || node.tagName === 'code';
  return [
    ...(ELEMENTS.has(node.tagName) ? [] : [`<${node.tagName}>`]),
    ...(node.tagName === 'span' && !isInCode ? ['<span>'] : []),
    ...Object.keys(node.properties).flatMap((name) => dangersOfProperty(node, name)),
    ...node.children.flatMap((child) => dangersOf(child, inside)),
  ];
}

const ELEMENTS = new Set(
  (
    'a blockquote br code del div em figcaption figure h2 h3 h4 h5 h6 hr img input li ol p pre ' +
    'section span strong sup table tbody td th thead tr ul'
  ).split(' '),
);

/** The properties that have no harmful value. */
const HARMLESS = new Set(
  (
    'alt title width height sizes checked start align ariaLabel dataFootnotes dataFootnoteRef ' +
    'dataFootnoteBackref'
  ).split(' '),
);

const VALUES: Record<string, RegExp> = {
  href: /^(https?:\/\/|\/\/|mailto:|[#/?.]|[^:]*$|[^:]*[/?#])/i,
  src: /^https:\/\/media\.example\/media\/[0-9a-f]{64}\.png$/,
  id: /^(s-|note-fn-|note-fnref-|footnote-label$)/,
  ariaDescribedBy: /^footnote-label$/,
  rel: /^noopener,noreferrer$/,
  role: /^region$/,
  tabIndex: /^0$/,
  loading: /^lazy$/,
  decoding: /^async$/,
  type: /^checkbox$/,
  disabled: /^true$/,
  className:
    /^((language-|hljs-)[^,]*(,[a-z]+_+)*||footnotes|task-list-item|contains-task-list|table-scroll)$/,
};

function dangersOfProperty({ tagName, properties }: Element, name: string): string[] {
  // Browsers ignore control characters and spaces in the scheme of a URL.

  const value = String(properties[name]).replaceAll(/[\p{Cc}\s]/gu, '');
  const isSafe = HARMLESS.has(name) || (Object.hasOwn(VALUES, name) && VALUES[name]?.test(value));
  return isSafe ? [] : [`<${tagName} ${name}="${value}">`];
}
