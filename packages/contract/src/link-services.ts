import { namesOf } from './collections.ts';

/**
 * The services that are recognized by an address: the name of their icon in Simple Icons, their own
 * name, and how their addresses start. A host stands for its subdomains as well. The first match counts.
 */
const SERVICES = {
  '500px': ['500px', '500px.com'],
  academia: ['Academia', 'academia.edu'],
  applemusic: ['Apple Music', 'music.apple.com'],
  applepodcasts: ['Apple Podcasts', 'podcasts.apple.com'],
  artstation: ['ArtStation', 'artstation.com'],
  arxiv: ['arXiv', 'arxiv.org'],
  bandcamp: ['Bandcamp', 'bandcamp.com'],
  behance: ['Behance', 'behance.net'],
  bitbucket: ['Bitbucket', 'bitbucket.org'],
  bluesky: ['Bluesky', 'bsky.app'],
  buymeacoffee: ['Buy Me a Coffee', 'buymeacoffee.com'],
  caldotcom: ['Cal.com', 'cal.com'],
  calendly: ['Calendly', 'calendly.com'],
  codeberg: ['Codeberg', 'codeberg.org'],
  codepen: ['CodePen', 'codepen.io'],
  dblp: ['DBLP', 'dblp.org', 'dblp.uni-trier.de'],
  devdotto: ['dev.to', 'dev.to'],
  deviantart: ['DeviantArt', 'deviantart.com'],
  discord: ['Discord', 'discord.gg', 'discord.com'],
  docker: ['Docker Hub', 'hub.docker.com'],
  dribbble: ['Dribbble', 'dribbble.com'],
  etsy: ['Etsy', 'etsy.com'],
  facebook: ['Facebook', 'facebook.com', 'fb.com', 'fb.me'],
  figma: ['Figma', 'figma.com'],
  flickr: ['Flickr', 'flickr.com'],
  github: ['GitHub', 'github.com'],
  gitlab: ['GitLab', 'gitlab.com'],
  goodreads: ['Goodreads', 'goodreads.com'],
  googlescholar: ['Google Scholar', /^scholar\.google\.(com|[a-z]{2}|com?\.[a-z]{2})\//],
  gumroad: ['Gumroad', 'gumroad.com'],
  hackerrank: ['HackerRank', 'hackerrank.com'],
  hashnode: ['Hashnode', 'hashnode.com', 'hashnode.dev'],
  huggingface: ['Hugging Face', 'huggingface.co', 'hf.co'],
  imdb: ['IMDb', 'imdb.com'],
  instagram: ['Instagram', 'instagram.com'],
  internetarchive: ['Internet Archive', 'archive.org'],
  itchdotio: ['itch.io', 'itch.io'],
  kaggle: ['Kaggle', 'kaggle.com'],
  keybase: ['Keybase', 'keybase.io'],
  kofi: ['Ko-fi', 'ko-fi.com'],
  komoot: ['komoot', 'komoot.com', 'komoot.de'],
  lastdotfm: ['Last.fm', 'last.fm'],
  leetcode: ['LeetCode', 'leetcode.com'],
  letterboxd: ['Letterboxd', 'letterboxd.com', 'boxd.it'],
  liberapay: ['Liberapay', 'liberapay.com'],
  lichess: ['Lichess', 'lichess.org'],
  linkedin: ['LinkedIn', 'linkedin.com', 'lnkd.in'],
  linktree: ['Linktree', 'linktr.ee'],
  matrix: ['Matrix', 'matrix.to', /^matrix:/],
  medium: ['Medium', 'medium.com'],
  meetup: ['Meetup', 'meetup.com'],
  mixcloud: ['Mixcloud', 'mixcloud.com'],
  npm: ['npm', 'npmjs.com'],
  observable: ['Observable', 'observablehq.com'],
  opencollective: ['Open Collective', 'opencollective.com'],
  orcid: ['ORCID', 'orcid.org'],
  osf: ['OSF', 'osf.io'],
  patreon: ['Patreon', 'patreon.com'],
  pinterest: ['Pinterest', /^([a-z]+\.)?pinterest\.(com|[a-z]{2}|com?\.[a-z]{2})\//, 'pin.it'],
  producthunt: ['Product Hunt', 'producthunt.com'],
  pypi: ['PyPI', 'pypi.org'],
  reddit: ['Reddit', 'reddit.com'],
  researchgate: ['ResearchGate', 'researchgate.net'],
  rubygems: ['RubyGems', 'rubygems.org'],
  rust: ['crates.io', 'crates.io'],
  semanticscholar: ['Semantic Scholar', 'semanticscholar.org'],
  sessionize: ['Sessionize', 'sessionize.com'],
  signal: ['Signal', 'signal.me', 'signal.group'],
  snapchat: ['Snapchat', 'snapchat.com'],
  soundcloud: ['SoundCloud', 'soundcloud.com'],
  sourcehut: ['SourceHut', 'sr.ht'],
  speakerdeck: ['Speaker Deck', 'speakerdeck.com'],
  spotify: ['Spotify', 'spotify.com'],
  stackexchange: ['Stack Exchange', 'stackexchange.com'],
  stackoverflow: ['Stack Overflow', 'stackoverflow.com'],
  steam: ['Steam', 'steamcommunity.com'],
  strava: ['Strava', 'strava.com'],
  substack: ['Substack', 'substack.com'],
  telegram: ['Telegram', 't.me', 'telegram.me'],
  threads: ['Threads', 'threads.net', 'threads.com'],
  tiktok: ['TikTok', 'tiktok.com'],
  tumblr: ['Tumblr', 'tumblr.com'],
  twitch: ['Twitch', 'twitch.tv'],
  unsplash: ['Unsplash', 'unsplash.com'],
  vimeo: ['Vimeo', 'vimeo.com'],
  vk: ['VK', 'vk.com'],
  whatsapp: ['WhatsApp', 'wa.me', 'whatsapp.com'],
  wikipedia: ['Wikipedia', 'wikipedia.org'],
  x: ['X', 'x.com', 'twitter.com'],
  xing: ['XING', 'xing.com'],
  xmpp: ['XMPP', /^xmpp:/],
  ycombinator: ['Hacker News', 'news.ycombinator.com'],
  youtube: ['YouTube', 'youtube.com', 'youtu.be'],
  zenodo: ['Zenodo', 'zenodo.org'],
  // Anyone can run a server, so the path decides. Services above have such paths as well.
  mastodon: ['Mastodon', /^[^/:]+\/(web\/)?@\w[\w.-]*(@[\w.-]+)?\/?$/],
} as const satisfies Readonly<Record<string, readonly [name: string, ...starts: Start[]]>>;

type Start = string | RegExp;

/** The name of the icon of a service. */
export type LinkIcon = keyof typeof SERVICES;

export const LINK_ICON_NAMES = namesOf(SERVICES);

interface LinkService {
  readonly icon: LinkIcon;
  readonly name: string;
}

/** Returns the service that an address belongs to. */
export function recognizeLink(link: string): LinkService | undefined {
  const address = addressOf(link);
  const icon = LINK_ICON_NAMES.find((one) => {
    const [, ...starts]: readonly [string, ...Start[]] = SERVICES[one];
    return starts.some((start) => isAt(address, start));
  });
  return icon && { icon, name: SERVICES[icon][0] };
}

/** What a link is called if the owner does not say. */
export function nameLink(link: string): string {
  const service = recognizeLink(link);
  if (service) return service.name;
  const address = addressOf(link);
  const [host = ''] = address.replace(/^www\./, '').split('/');
  return (isWeb(link) ? host : address.replace(/^\w+:|\?.*$/g, '')).slice(0, MAX_LABEL);
}

export const MAX_LABEL = 60;

/** The host and the path of a web link, or all of another address. */
function addressOf(link: string): string {
  if (!URL.canParse(link)) return '';
  const { host, pathname, href } = new URL(link);
  return isWeb(link) ? host + pathname : href;
}

function isWeb(link: string): boolean {
  return /^https?:/i.test(link);
}

function isAt(address: string, start: Start): boolean {
  if (typeof start !== 'string') return start.test(address);
  const [host = ''] = address.split('/');
  // A colon is part of another scheme, or of a port that belongs to another service.
  return !host.includes(':') && (host === start || host.endsWith(`.${start}`));
}
