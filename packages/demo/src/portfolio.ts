/** The demo portfolio: the content that `npm run demo` and `npm run seed` add, and that tests read. */
import type { InputOf } from '@vitrine/contract/calls';
import type { COLLECTIONS, CollectionName } from '@vitrine/contract/collections';
import type { routes } from '@vitrine/contract/routes';
import type { User } from '@vitrine/contract/user';
import type { IconName } from './icon.ts';
import { POSTS } from './posts.ts';

interface Picture {
  /** The name of a file in `pictures/`. */
  readonly file: string;
  readonly alt: string;
}

export const OWNER = {
  fullName: 'Ada Lovelace',
  email: 'ada@example.com',
  password: 'vitrine-demo',
};

export const PROFILE = {
  headline: 'Software engineer',
  location: 'London',
  availability: 'Open to talks and short contracts',
  pronouns: 'she/her',
  phone: '+44 20 7946 0018',
  aboutMe:
    'I make software that explains itself. Ten years of design systems and databases have taught me that both are about deciding what to leave out. These days I build small tools for sailors, weavers, choir treasurers, and anyone waiting for the last bus home.',
  portfolioURL: 'https://ada.example.com',
  githubURL: 'https://github.com/ada-example',
  linkedInURL: 'https://www.linkedin.com/in/ada-example',
  instagramURL: 'https://www.instagram.com/ada.example',
  twitterURL: 'https://x.com/ada_example',
  facebookURL: '',
  links: [
    { url: 'https://mastodon.social/@ada_example', label: 'Mastodon' },
    { url: 'https://bsky.app/profile/ada.example.com', label: 'Bluesky' },
  ],
  languages: [
    { name: 'English', level: 'native' },
    { name: 'French', level: 'C1' },
    { name: 'Italian', level: 'B2' },
    { name: 'German', level: 'A2' },
  ],
} satisfies Partial<User>;

export const AVATAR: Picture = {
  file: 'avatar.webp',
  alt: 'Ada Lovelace, drawn in flat warm colors: dark hair parted in the middle with a low bun, round glasses, lowered eyes, and a green cardigan with a cream collar.',
};

export const PROJECTS: readonly (Omit<InputOf<typeof routes.project.add>, 'banner'> & {
  banner: Picture;
})[] = [
  {
    title: 'Tidewatch',
    summary: 'Tides for 900 harbors, online or offline.',
    role: 'Design and code',
    startedOn: '2025-11',
    endedOn: '2026-06',
    featured: true,
    description:
      'Shows the tide at 900 harbors. Warns a crew before the water gets too low to leave. Draws a whole week at a glance. Works offline for three days.',
    technologies: 'TypeScript, React, PostgreSQL, Service workers',
    stack: 'Full Stack',
    deployed: 'Yes',
    gitRepoLink: 'https://github.com/ada-example/tidewatch',
    projectLink: 'https://tidewatch.example.com',
    links: [{ url: 'https://doi.org/10.5555/12345678', label: 'Paper on the model' }],
    banner: {
      file: 'tidewatch.webp',
      alt: 'Tidewatch for the harbor of Porthgarrow: a small trawler rides a large blue tide curve under the words “Leave by 14:19, or stay for supper”, with the hours that are too low to leave hatched in orange and a list of seven harbors on the left.',
    },
  },
  {
    title: 'Field Notes',
    summary: 'Names a plant from its leaf, and says how sure it is.',
    role: 'Design and code',
    startedOn: '2025-03',
    endedOn: '2025-09',
    featured: true,
    description:
      'Identifies a plant from the shape of its leaf. Says how sure it is and lists the alternatives. Prints a herbarium sheet that fits the drawer.',
    technologies: 'Next.js, Prisma, TensorFlow.js',
    stack: 'Next.JS',
    deployed: 'Yes',
    gitRepoLink: 'https://github.com/ada-example/field-notes',
    projectLink: 'https://fieldnotes.example.com',
    banner: {
      file: 'field-notes.webp',
      alt: 'Field Notes: a herbarium sheet with a pressed rowan branch, its berries, a typed label and a handwritten remark, beside a card that asks “Which leaf is it?” and answers rowan, nearly sure.',
    },
  },
  {
    title: 'Ledgerline',
    summary: 'Bookkeeping for choirs and other small societies.',
    role: 'Code, with two treasurers',
    startedOn: '2024-10',
    featured: true,
    description:
      'Keeps the books for choirs and other small societies. Imports the bank statement and sorts every line. Writes the treasurer’s report in plain English.',
    technologies: 'MongoDB, Express, React, Node.js',
    stack: 'Mern',
    deployed: 'No',
    gitRepoLink: 'https://github.com/ada-example/ledgerline',
    projectLink: '',
    banner: {
      file: 'ledgerline.webp',
      alt: 'Ledgerline: the March ledger of a choir, the Wren Street Singers, in calm double-entry columns, with a signed treasurer’s report laid over its edge that says £1,800.20 was kept.',
    },
  },
  {
    title: 'Slow Radio',
    summary: 'One long recording of one place, every evening.',
    role: 'Sound, design and code',
    startedOn: '2024',
    endedOn: '2024-05',
    featured: true,
    description:
      'Plays one long recording of a single place every evening. Has a pause button and no skip button. Remembers where you fell asleep.',
    technologies: 'React, Web Audio, HLS',
    stack: 'React.JS',
    deployed: 'Yes',
    gitRepoLink: 'https://github.com/ada-example/slow-radio',
    projectLink: 'https://slowradio.example.com',
    banner: {
      file: 'slow-radio.webp',
      alt: 'Slow Radio at night: “The saltmarsh, before dawn” above a sound wave that lies on dark water like a lit shore under a moon, with a heron in the reeds and a single pause button.',
    },
  },
  {
    title: 'Pattern Room',
    summary: 'Code on the left, cloth on the right.',
    role: 'Design and code',
    startedOn: '2023-02',
    endedOn: '2023-11',
    featured: true,
    description:
      'Turns a few lines of code into a weaving draft. Redraws the cloth as you type. Sends the finished draft straight to the loom.',
    technologies: 'TypeScript, Canvas, Web Serial',
    stack: 'Full Stack',
    deployed: 'Yes',
    gitRepoLink: 'https://github.com/ada-example/pattern-room',
    projectLink: 'https://patternroom.example.com',
    banner: {
      file: 'pattern-room.webp',
      alt: 'Pattern Room: a few lines of code for a lozenge twill on the left, and on the right its weaving draft and the cloth that it makes, in madder red, rust, yellow, indigo and undyed wool.',
    },
  },
  {
    title: 'Night Bus',
    summary: 'When the last bus home really leaves.',
    role: 'Data and code',
    startedOn: '2022-09',
    endedOn: '2023-01',
    featured: true,
    description:
      'Predicts when the last bus home really leaves. Learns from 40,000 late departures. Fits on a watch.',
    technologies: 'MongoDB, Express, Angular, Node.js',
    stack: 'Mean',
    deployed: 'No',
    gitRepoLink: 'https://github.com/ada-example/night-bus',
    projectLink: '',
    banner: {
      file: 'night-bus.webp',
      alt: 'Night Bus: “Your last bus home leaves at 00:47” in large amber figures with a small chart of past delays, beside a dark map of four night lines on which the N7 is on its way to Corn Exchange.',
    },
  },
  {
    title: 'Marginalia',
    summary: 'A search engine for the books you have underlined.',
    role: 'Design and code',
    startedOn: '2022',
    endedOn: '2022-07',
    description:
      'Collects the passages you underline in paper books. Finds a sentence from the few words you remember. Exports everything as plain text.',
    technologies: 'Next.js, SQLite, Tesseract',
    stack: 'Next.JS',
    deployed: 'Yes',
    gitRepoLink: 'https://github.com/ada-example/marginalia',
    projectLink: 'https://marginalia.example.com',
    banner: {
      file: 'marginalia.webp',
      alt: 'Marginalia: a page of a novel underlined in red pencil with a note in the margin, beside a search for “something about ordinary days” that has found the very sentence.',
    },
  },
  {
    title: 'Quorum',
    summary: 'Ranked votes that show how close it was.',
    role: 'Code, with a meeting facilitator',
    startedOn: '2021-05',
    endedOn: '2021-10',
    description:
      'Helps a meeting reach a decision. Lets everyone rank the options in silence. Shows how many people would have to change their minds.',
    technologies: 'React, WebSocket, Redis',
    stack: 'React.JS',
    deployed: 'Yes',
    gitRepoLink: 'https://github.com/ada-example/quorum',
    projectLink: 'https://quorum.example.com',
    banner: {
      file: 'quorum.webp',
      alt: 'Quorum: three rounds of a ranked vote by 40 members drawn as flowing bands, won by the boathouse with 24 votes to 15, and the verdict “Quite sure. Five people would have to change their minds.”',
    },
  },
];

export const SKILLS: readonly (InputOf<typeof routes.skill.add> & { icon: IconName })[] = [
  { title: 'TypeScript', category: 'Languages', proficiency: 94, icon: 'logos:typescript-icon' },
  { title: 'React.JS', category: 'Frameworks', proficiency: 91, icon: 'logos:react' },
  { title: 'PostgreSQL', category: 'Data and tools', proficiency: 84, icon: 'logos:postgresql' },
  { title: 'Node.js', category: 'Frameworks', proficiency: 88, icon: 'logos:nodejs-icon' },
  { title: 'CSS', category: 'Languages', proficiency: 90, icon: 'logos:css' },
  { title: 'Next.js', category: 'Frameworks', proficiency: 83, icon: 'simple-icons:nextdotjs' },
  { title: 'Playwright', category: 'Frameworks', proficiency: 86, icon: 'logos:playwright' },
  { title: 'Storybook', category: 'Frameworks', proficiency: 79, icon: 'logos:storybook-icon' },
  { title: 'D3.js', category: 'Frameworks', proficiency: 81, icon: 'logos:d3' },
  { title: 'MongoDB', category: 'Data and tools', proficiency: 72, icon: 'logos:mongodb-icon' },
  { title: 'Rust', category: 'Languages', proficiency: 46, icon: 'simple-icons:rust' },
  { title: 'Docker', category: 'Data and tools', proficiency: 63, icon: 'logos:docker-icon' },
];

export const APPLICATIONS: readonly (InputOf<typeof routes.softwareApplication.add> & {
  icon: IconName;
})[] = [
  { name: 'Figma', link: 'https://www.figma.com', icon: 'logos:figma' },
  {
    name: 'Visual Studio Code',
    link: 'https://code.visualstudio.com',
    icon: 'logos:visual-studio-code',
  },
  { name: 'DataGrip', link: 'https://www.jetbrains.com/datagrip/', icon: 'logos:datagrip' },
  { name: 'Blender', link: 'https://www.blender.org', icon: 'logos:blender' },
  { name: 'Inkscape', link: 'https://inkscape.org', icon: 'simple-icons:inkscape' },
  { name: 'Insomnia', link: 'https://insomnia.rest', icon: 'logos:insomnia' },
  { name: 'QGIS', link: 'https://qgis.org', icon: 'simple-icons:qgis' },
  { name: 'Firefox', link: 'https://www.mozilla.org/firefox/', icon: 'logos:firefox' },
  { name: 'Audacity', link: 'https://www.audacityteam.org', icon: 'simple-icons:audacity' },
  { name: 'Obsidian', link: 'https://obsidian.md', icon: 'logos:obsidian-icon' },
];

/** Newest first. */
export const TIMELINE: readonly InputOf<typeof routes.timeline.add>[] = [
  {
    title: 'Principal engineer',
    kind: 'work',
    organization: 'Analytical Company',
    location: 'London',
    link: 'https://analytical.example.com',
    description: 'Leads the team behind a data notebook that 4,000 analysts open every morning.',
    highlights: [
      'Cut the time to a first chart from 11 seconds to 900 milliseconds by moving aggregation into PostgreSQL',
      'Wrote the review guide that halved the time a change waits, from two days to one',
      'Hired and mentored six engineers; four of them now lead their own projects',
    ],
    from: 2023,
    fromMonth: 3,
    to: null,
  },
  {
    title: 'Conference speaker',
    kind: 'talk',
    description: 'Gives talks on typography in tables and on what to leave out.',
    from: 2016,
    to: null,
  },
  {
    title: 'Senior engineer',
    kind: 'work',
    organization: 'Analytical Company',
    location: 'London',
    link: 'https://analytical.example.com',
    description: 'Rebuilt the query engine and the column format beneath it.',
    highlights: [
      'Replaced 40,000 lines of generated SQL with a 3,000-line planner and 900 tests',
      'Reduced the cost per query by 62% with no visible change for users',
    ],
    from: 2021,
    fromMonth: 2,
    to: 2023,
    toMonth: 3,
  },
  {
    title: 'Design system lead',
    kind: 'work',
    organization: 'Loom and Bloom',
    location: 'Bristol',
    description: 'Led the three people who look after the components of every product.',
    highlights: ['Moved five product teams to the new components without a release freeze'],
    from: 2019,
    fromMonth: 6,
    to: 2021,
    toMonth: 1,
  },
  {
    title: 'Design engineer',
    kind: 'work',
    organization: 'Loom and Bloom',
    location: 'Bristol',
    description: 'Built the design system and a pattern editor that drives real looms.',
    highlights: [
      'Eighty components, documented and tested with screen readers, used by five product teams',
      'A pattern editor that redraws 20,000 threads at 60 frames per second',
    ],
    from: 2017,
    fromMonth: 9,
    to: 2021,
    toMonth: 1,
  },
  {
    title: 'Grace Award for data design',
    kind: 'award',
    organization: 'Royal Society of Reading',
    description: 'For tables that people read to the end.',
    from: 2019,
    fromMonth: 5,
    to: 2019,
    toMonth: 5,
  },
  {
    title: 'Front-end developer',
    kind: 'work',
    organization: 'Lighthouse Studio',
    location: 'Falmouth',
    description: 'Shipped thirty websites for museums, ports, and one actual lighthouse.',
    from: 2014,
    fromMonth: 10,
    to: 2017,
    toMonth: 8,
  },
  {
    title: 'MSc Human-Computer Interaction',
    kind: 'education',
    organization: 'University of London',
    description: 'Wrote a thesis on how people read numbers that change.',
    from: 2012,
    to: 2014,
  },
  {
    title: 'BA Mathematics',
    kind: 'education',
    organization: 'University of Cambridge',
    description: 'Studied algebra by day and laid out the student newspaper by night.',
    from: 2009,
    to: 2012,
  },
];

const PUBLICATIONS: readonly Item<'publication'>[] = [
  {
    kind: 'conference-paper',
    title: 'Tables that people read to the end',
    authors: ['Lovelace, Ada', 'Johnson, Katherine', 'Hamilton, Margaret'],
    venue: 'Proceedings of the Conference on Human Factors',
    publishedOn: '2026-04',
    pages: '1–14',
    doi: '10.5555/chf.2026.1',
    note: 'Best paper',
    abstract:
      'Readers stop where a table stops answering. We measured 4,000 tables, and found that the order of columns decides how far people read.',
  },
  {
    kind: 'article',
    title: 'How close was it? Showing the margin of a ranked vote',
    authors: ['Lovelace, Ada', 'Anand, Ravi'],
    venue: 'Journal of Civic Technology',
    publishedOn: '2024-06',
    volume: '9',
    issue: '2',
    pages: '101–127',
    doi: '10.5555/jct.2024.101',
    pdfLink: 'https://margin.example/how-close.pdf',
  },
  {
    kind: 'article',
    title: 'Twelve constants are enough for a harbor',
    authors: ['Marsh, Henrietta', 'Lovelace, Ada'],
    venue: 'Coastal Computing Letters',
    publishedOn: '2024-02',
    volume: '3',
    pages: '8–11',
    doi: '10.5555/ccl.2024.8',
  },
  {
    kind: 'thesis',
    title: 'Numbers that change while they are read',
    authors: ['Lovelace, Ada'],
    publisher: 'University of London',
    publishedOn: '2014',
    note: 'MSc thesis',
  },
];

const TESTIMONIALS: readonly Item<'testimonial'>[] = [
  { person: 'Hedda Marsh', note: 'Tide tables for the harbor' },
  { person: 'Ravi Anand', note: 'The redesign of the reports' },
  { person: 'Mary Oduya', note: 'The accounts of the choir' },
  { person: 'Augustus De Morgan', note: 'The evening lectures' },
];

/** What these people answered. The last one has not. */
export const ANSWERS = [
  {
    name: 'Hedda Marsh',
    role: 'Harbor master',
    organization: 'Porthgarrow',
    quote: 'Ada asked what we did at five in the morning before she asked what we wanted.',
    project: 'Tidewatch',
    isShown: true,
  },
  {
    name: 'Ravi Anand',
    role: 'Head of product',
    organization: 'Analytical Company',
    quote: 'She took out a third of our product, and nobody has asked where it went.',
    project: '',
    isShown: true,
  },
  {
    name: 'Mary Oduya',
    role: 'Treasurer',
    organization: 'St Elwin Choral Society',
    quote: 'The books close in an evening now. I have the shoebox as a souvenir.',
    project: 'Ledgerline',
    isShown: false,
  },
];

/** By collection. A new collection does not compile without its items. */
export const ITEMS = {
  project: PROJECTS,
  skill: SKILLS,
  'software-application': APPLICATIONS,
  timeline: TIMELINE,
  post: POSTS,
  publication: PUBLICATIONS,
  testimonial: TESTIMONIALS,
} as const satisfies { readonly [Name in CollectionName]: readonly Item<Name>[] };

type Item<Name extends CollectionName> = Omit<
  InputOf<(typeof routes)[(typeof COLLECTIONS)[Name]['one']]['add']>,
  'banner' | 'cover'
>;

/** Oldest first. */
export const MESSAGES: readonly { senderName: string; subject: string; message: string }[] = [
  {
    senderName: 'Mary Somerville',
    subject: 'Your talk in Leeds',
    message:
      'I was in the third row. The part about tables has already changed how our team writes reports. Are your slides online?',
  },
  {
    senderName: 'Charles Wheatstone',
    subject: 'A short contract',
    message:
      'We have a dashboard that no one opens, and we would like to know why. It is two weeks of work, maybe three. Are you free in the spring?',
  },
  {
    senderName: 'Fanny Hensel',
    subject: 'Slow Radio',
    message:
      'I fall asleep to the saltmarsh recording every night. Thank you for leaving out the skip button.',
  },
  {
    senderName: 'Michael Faraday',
    subject: 'Evening lecture for schools',
    message:
      'We host evening lectures for high school students. Would you show them how a computer draws cloth?',
  },
  {
    senderName: 'Annabella Byron',
    subject: 'Lunch',
    message: 'You are not answering your phone. Sunday, one o’clock. Bring the scarf.',
  },
  {
    senderName: 'Augustus De Morgan',
    subject: 'Rounding error in Ledgerline',
    message:
      'The treasurer’s report rounds half pennies up, and our auditor noticed. To reproduce it, import the March statement, open the report, and check the last line.',
  },
  {
    senderName: 'Harriet Taylor',
    subject: 'Interview',
    message:
      'I write a newsletter about people who make small software. Could we talk for half an hour next week?',
  },
  {
    senderName: 'John Crosse',
    subject: 'Design engineer position',
    message:
      'We are hiring a design engineer who is comfortable with data, and two people gave me your name. May I send you the details?',
  },
  {
    senderName: 'Caroline Herschel',
    subject: 'Night Bus',
    message: 'It was right three nights in a row. Do you plan to add the trams?',
  },
  {
    senderName: 'William King',
    subject: 'Photos from the harbor',
    message: 'The photos are in our shared album, as promised. Use any of them you like.',
  },
  {
    senderName: 'Mary Anning',
    subject: 'Field Notes for fossils',
    message:
      'Could Field Notes learn to identify ammonites? I have about two thousand labeled drawings and would be glad to share them.',
  },
  {
    senderName: 'Ernestine Rose',
    subject: 'Quorum at our society',
    message:
      'Forty of us voted in eleven minutes. The old way took all evening. A short note on how you calculate the certainty would help me convince the skeptics.',
  },
  {
    senderName: 'George Boole',
    subject: 'Either or',
    message:
      'Is the source of your portfolio public, or only the source of the tools, or neither? I would like to learn from it.',
  },
  {
    senderName: 'Jane Marcet',
    subject: 'A book',
    message:
      'I am writing a book of conversations with engineers, for readers who are new to the field. May I send you six questions?',
  },
  {
    senderName: 'Sophia Frend',
    subject: 'Thank you',
    message:
      'Marginalia found the sentence I have been trying to remember since school. That is all I wanted to say.',
  },
];
