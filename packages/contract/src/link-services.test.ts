import { describe, expect, test } from 'vitest';
import { LinkInput } from './link-list.ts';
import { LINK_ICON_NAMES, nameLink, recognizeLink } from './link-services.ts';

/** An address of each service, as people have them. */
const ADDRESSES = {
  '500px': 'https://500px.com/p/ada',
  academia: 'https://cambridge.academia.edu/AdaLovelace',
  applemusic: 'https://music.apple.com/gb/artist/ada/1',
  applepodcasts: 'https://podcasts.apple.com/gb/podcast/ada/id1',
  artstation: 'https://www.artstation.com/ada',
  arxiv: 'https://arxiv.org/a/lovelace_a_1',
  bandcamp: 'https://ada.bandcamp.com',
  behance: 'https://www.behance.net/ada',
  bitbucket: 'https://bitbucket.org/ada/',
  bluesky: 'https://bsky.app/profile/ada.example.com',
  buymeacoffee: 'https://buymeacoffee.com/ada',
  caldotcom: 'https://cal.com/ada',
  calendly: 'https://calendly.com/ada',
  codeberg: 'https://codeberg.org/ada',
  codepen: 'https://codepen.io/ada',
  dblp: 'https://dblp.org/pid/1/2.html',
  devdotto: 'https://dev.to/ada',
  deviantart: 'https://www.deviantart.com/ada',
  discord: 'https://discord.gg/engine',
  docker: 'https://hub.docker.com/u/ada',
  dribbble: 'https://dribbble.com/ada',
  etsy: 'https://www.etsy.com/shop/ada',
  facebook: 'https://m.facebook.com/ada',
  figma: 'https://www.figma.com/@ada',
  flickr: 'https://www.flickr.com/photos/ada',
  github: 'https://GitHub.com/ada',
  gitlab: 'https://gitlab.com/ada',
  goodreads: 'https://www.goodreads.com/ada',
  googlescholar: 'https://scholar.google.co.uk/citations?user=ada',
  gumroad: 'https://ada.gumroad.com',
  hackerrank: 'https://www.hackerrank.com/profile/ada',
  hashnode: 'https://ada.hashnode.dev',
  huggingface: 'https://huggingface.co/ada',
  imdb: 'https://www.imdb.com/name/nm1/',
  instagram: 'https://www.instagram.com/ada/',
  internetarchive: 'https://archive.org/details/@ada',
  itchdotio: 'https://ada.itch.io',
  kaggle: 'https://www.kaggle.com/ada',
  keybase: 'https://keybase.io/ada',
  kofi: 'https://ko-fi.com/ada',
  komoot: 'https://www.komoot.com/user/1',
  lastdotfm: 'https://www.last.fm/user/ada',
  leetcode: 'https://leetcode.com/u/ada',
  letterboxd: 'https://letterboxd.com/ada',
  liberapay: 'https://liberapay.com/ada',
  lichess: 'https://lichess.org/@/ada',
  linkedin: 'https://uk.linkedin.com/in/ada',
  linktree: 'https://linktr.ee/ada',
  mastodon: 'https://social.example.org/@ada',
  matrix: 'https://matrix.to/#/@ada:example.org',
  medium: 'https://medium.com/@ada',
  meetup: 'https://www.meetup.com/members/1',
  mixcloud: 'https://www.mixcloud.com/ada/',
  npm: 'https://www.npmjs.com/~ada',
  observable: 'https://observablehq.com/@ada',
  opencollective: 'https://opencollective.com/ada',
  orcid: 'https://orcid.org/0000-0002-1825-0097',
  osf: 'https://osf.io/ada12',
  patreon: 'https://www.patreon.com/ada',
  pinterest: 'https://www.pinterest.co.uk/ada/',
  producthunt: 'https://www.producthunt.com/@ada',
  pypi: 'https://pypi.org/user/ada/',
  reddit: 'https://www.reddit.com/user/ada',
  researchgate: 'https://www.researchgate.net/profile/Ada-Lovelace',
  rubygems: 'https://rubygems.org/profiles/ada',
  rust: 'https://crates.io/users/ada',
  semanticscholar: 'https://www.semanticscholar.org/author/Ada/1',
  sessionize: 'https://sessionize.com/ada',
  signal: 'https://signal.me/#eu/ada',
  snapchat: 'https://www.snapchat.com/add/ada',
  soundcloud: 'https://soundcloud.com/ada',
  sourcehut: 'https://git.sr.ht/~ada',
  speakerdeck: 'https://speakerdeck.com/ada',
  spotify: 'https://open.spotify.com/artist/1',
  stackexchange: 'https://stackexchange.com/users/1',
  stackoverflow: 'https://stackoverflow.com/users/1/ada',
  steam: 'https://steamcommunity.com/id/ada',
  strava: 'https://www.strava.com/athletes/1',
  substack: 'https://ada.substack.com',
  telegram: 'https://t.me/ada',
  threads: 'https://www.threads.net/@ada',
  tiktok: 'https://www.tiktok.com/@ada',
  tumblr: 'https://ada.tumblr.com',
  twitch: 'https://www.twitch.tv/ada',
  unsplash: 'https://unsplash.com/@ada',
  vimeo: 'https://vimeo.com/ada',
  vk: 'https://vk.com/ada',
  whatsapp: 'https://wa.me/442079460018',
  wikipedia: 'https://en.wikipedia.org/wiki/Ada_Lovelace',
  x: 'https://twitter.com/ada',
  xing: 'https://www.xing.com/profile/Ada_Lovelace',
  xmpp: 'xmpp:ada@example.org',
  ycombinator: 'https://news.ycombinator.com/user?id=ada',
  youtube: 'https://www.youtube.com/@ada',
  zenodo: 'https://zenodo.org/records/1',
} satisfies Record<(typeof LINK_ICON_NAMES)[number], string>;

test.each(Object.entries(ADDRESSES))('recognizes %s by %s', (icon, address) => {
  expect(recognizeLink(address)).toEqual({ icon, name: nameLink(address) });
});

test('knows more than 90 services', () => {
  expect(LINK_ICON_NAMES.length).toBeGreaterThan(90);
});

describe('an address that imitates a service', () => {
  const web = Object.entries(ADDRESSES).filter(
    ([icon, address]) => icon !== 'mastodon' && address.startsWith('https:'),
  );

  test.each(web)('is not recognized as %s', (icon, address) => {
    const { hostname, pathname } = new URL(address);
    for (const imitation of [
      `https://${hostname}.evil.example${pathname}`,
      `https://${hostname}@evil.example${pathname}`,
      `https://evil-${hostname.split('.').slice(-2).join('.')}${pathname}`,
      `https://evil.example/${hostname}${pathname}`,
      `https://evil.example/?url=${address}`,
      `https://evil.example/#${address}`,
      `javascript:${address}`,
      `mailto:${hostname}${pathname}`,
    ])
      expect([imitation, recognizeLink(imitation)?.icon]).not.toEqual([imitation, icon]);
  });
});

test('recognizes Mastodon on any host by the path', () => {
  for (const path of ['@ada', '@ada/', '@ada@example.org', 'web/@ada'])
    expect(recognizeLink(`https://example.org/${path}`)?.name).toBe('Mastodon');
  for (const path of ['', '@', '@/ada', '@ada/posts', 'users/ada', 'a@b'])
    expect(recognizeLink(`https://example.org/${path}`)).toBeUndefined();
});

test.each([
  ['https://www.archive.example.org/people/ada', 'archive.example.org'],
  ['https://example.com:8080/', 'example.com:8080'],
  ['mailto:ada@example.com?subject=Hello', 'ada@example.com'],
  ['tel:+442079460018', '+442079460018'],
  ['https://github.com:8443/ada', 'github.com:8443'],
  ['nonsense', ''],
])('names %s after its host or its address', (address, name) => {
  expect(recognizeLink(address)).toBeUndefined();
  expect(nameLink(address)).toBe(name);
});

test('a link always has a label', () => {
  for (const url of ['mailto:?subject=Hi', 'sms:?body=x', ' https://x.com/ada'])
    expect(LinkInput.parse({ url }).label).toMatch(/./);
  expect(LinkInput.parse({ url: ' https://x.com/ada' })).toEqual({
    url: 'https://x.com/ada',
    label: 'X',
  });
});

test('a long address is refused at once', () => {
  const url = `a@${'.'.repeat(500_000)}/`;
  expect(LinkInput.safeParse({ url }).success).toBe(false);
});
