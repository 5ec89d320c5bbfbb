/** Written by `npm run client:types` from the contract: change that, not this. */

export interface Portfolio {
  profile: PublicProfile;
  projects: PublicProject[];
  skills: Skill[];
  softwareApplications: SoftwareApplication[];
  timeline: TimelineEntry[];
}

export interface PublicProfile {
  fullName: string;
  aboutMe: string;
  portfolioURL: string;
  githubURL: string;
  linkedInURL: string;
  instagramURL: string;
  twitterURL: string;
  facebookURL: string;
  avatar: Image;
  resume: Document;
  email?: string;
  phone?: string;
}

export interface Image {
  url: string;
  width?: number;
  height?: number;
  /** Narrower copies, for srcset. */
  variants?: {
    url: string;
    width: number;
    height: number;
  }[];
  /** A tiny preview as a data: URL. */
  placeholder?: string;
  /** The point that stays visible when the image is cropped. */
  focalPoint?: FocalPoint;
}

export interface FocalPoint {
  x: number;
  y: number;
}

export interface Document {
  url: string;
  width?: number;
  height?: number;
  /** Narrower copies, for srcset. */
  variants?: {
    url: string;
    width: number;
    height: number;
  }[];
  /** A tiny preview as a data: URL. */
  placeholder?: string;
  /** The point that stays visible when the image is cropped. */
  focalPoint?: FocalPoint;
  /** The media type. */
  type?: string;
  /** Opens a PDF in the browser, with the owner’s name in the file name. */
  viewUrl?: string;
  /** The first page of a PDF. */
  preview?: Image;
}

export interface PublicProject {
  _id: string;
  title: string;
  description: string;
  technologies: string;
  stack: 'Full Stack' | 'Mern' | 'Mean' | 'Next.JS' | 'React.JS';
  deployed: 'Yes' | 'No';
  gitRepoLink: string;
  projectLink: string;
  projectBanner: Image;
}

export interface Skill {
  _id: string;
  title: string;
  proficiency: number;
  svg: Image;
}

export interface SoftwareApplication {
  _id: string;
  name: string;
  svg: Image;
}

export interface TimelineEntry {
  _id: string;
  title: string;
  description: string;
  timeline: {
    from: number;
    /** Null while it is ongoing. */
    to: number | null;
  };
}

export interface NewMessage {
  senderName: string;
  subject: string;
  email: string;
  message: string;
  /** The token of the form, from GET /public/form. Valid for one message. */
  token?: string;
  /** A honeypot: hide this field from people. Messages that fill it in are spam. */
  website?: string;
}

export interface Failure {
  success: false;
  /** A message to show to the user. */
  message: string;
  /** The invalid fields by name, each with a message. */
  fields?: Record<string, string>;
  /** Confirm the password, then repeat the call. */
  code?: 'confirm-password';
}
