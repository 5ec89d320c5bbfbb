/** Everything that the backend stores. */
export interface Portfolio {
  password: string;
  /** The token of the last reset link, until it is used. */
  resetToken: string | undefined;
  user: User;
  projects: Project[];
  skills: Skill[];
  softwareApplications: SoftwareApplication[];
  timelines: TimelineEntry[];
  messages: Message[];
}

export interface Image {
  readonly url: string;
}

interface User {
  readonly fullName: string;
  readonly email: string;
  readonly phone: string;
  readonly aboutMe: string;
  readonly portfolioURL: string;
  readonly githubURL: string;
  readonly linkedInURL: string;
  readonly instagramURL: string;
  readonly twitterURL: string;
  readonly facebookURL: string;
  readonly avatar: Image;
  readonly resume: Image;
}

interface Item {
  readonly _id: string;
}

interface Project extends Item {
  readonly title: string;
  readonly description: string;
  readonly technologies: string;
  readonly stack: string;
  readonly deployed: string;
  readonly gitRepoLink: string;
  readonly projectLink: string;
  readonly projectBanner: Image;
}

interface Skill extends Item {
  readonly title: string;
  readonly proficiency: number;
  readonly svg: Image;
}

interface SoftwareApplication extends Item {
  readonly name: string;
  readonly svg: Image;
}

interface TimelineEntry extends Item {
  readonly title: string;
  readonly description: string;
  readonly timeline: { readonly from: string; readonly to: string };
}

interface Message extends Item {
  readonly senderName: string;
  readonly subject: string;
  readonly email: string;
  readonly message: string;
}

export const EMAIL = 'grace@example.com';
export const PASSWORD = 'a ship in port';
export const PROJECT_ID = '65f1c0ffee';

/** Stands for every image of the sample portfolio. */
export const PICTURE = {
  type: 'image/svg+xml',
  bytes: Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="320" viewBox="0 0 32 32">
      <rect width="32" height="32" fill="#0b6b6b"/>
      <circle cx="16" cy="16" r="9" fill="none" stroke="#f4efe4" stroke-width="3"/>
      <circle cx="16" cy="16" r="3" fill="#f4efe4"/>
    </svg>`,
  ),
};

/** The owner, and nothing else. */
export function emptyPortfolio(picture: Image): Portfolio {
  return {
    password: PASSWORD,
    resetToken: undefined,
    user: {
      fullName: 'Grace Hopper',
      email: EMAIL,
      phone: '+1 555 0100',
      aboutMe: 'I teach machines to read.',
      portfolioURL: 'https://grace.example.com',
      githubURL: 'https://github.com/grace-example',
      linkedInURL: 'undefined',
      instagramURL: 'undefined',
      twitterURL: '',
      facebookURL: 'https://facebook.example.com/grace',
      avatar: picture,
      resume: picture,
    },
    projects: [],
    skills: [],
    softwareApplications: [],
    timelines: [],
    messages: [],
  };
}

/** A few items of each kind. */
export function samplePortfolio(picture: Image): Portfolio {
  return {
    ...emptyPortfolio(picture),
    projects: [
      {
        _id: PROJECT_ID,
        title: 'Compiler',
        description: 'Reads words. Writes numbers. Never tires.',
        technologies: 'Paper, Tape, Patience',
        stack: 'Mern',
        deployed: 'Yes',
        gitRepoLink: 'https://github.com/grace-example/compiler',
        projectLink: 'https://compiler.example.com',
        projectBanner: picture,
      },
    ],
    skills: [
      { _id: '65f1c0de01', title: 'COBOL', proficiency: 95, svg: picture },
      { _id: '65f1c0de02', title: 'Debugging', proficiency: 60, svg: picture },
    ],
    softwareApplications: [{ _id: '65f1c0de03', name: 'Debugger', svg: picture }],
    timelines: [
      entry('65f1c0de04', 'Programmer, Mark I', { from: '1944', to: '1949' }),
      entry('65f1c0de05', 'Rear admiral', { from: '1985', to: '' }),
    ],
    messages: [
      message('65f1c0de06', 'Howard', 'A moth in the relay'),
      message('65f1c0de07', 'Jean', 'Lunch on Tuesday'),
    ],
  };
}

function entry(_id: string, title: string, timeline: TimelineEntry['timeline']): TimelineEntry {
  return { _id, title, description: `What I did as: ${title}`, timeline };
}

function message(_id: string, senderName: string, subject: string): Message {
  const email = `${senderName.toLowerCase()}@example.com`;
  return { _id, senderName, subject, email, message: `${subject}. Yours, ${senderName}` };
}
