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
  /** A few pixels of it, as a data: address. */
  placeholder?: string;
  /** What stays visible when the image is cropped. */
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
  /** A few pixels of it, as a data: address. */
  placeholder?: string;
  /** What stays visible when the image is cropped. */
  focalPoint?: FocalPoint;
  /** Its media type. */
  type?: string;
  /** Opens a PDF in the browser, under a name that says whose it is. */
  viewUrl?: string;
  /** The first page, when the document is a PDF. */
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
    /** Nothing while it lasts. */
    to: number | null;
  };
}

export interface NewMessage {
  senderName: string;
  subject: string;
  email: string;
  message: string;
  /** Of the form that it was written in, from GET /public/form. Good for one message. */
  token?: string;
  /** For programs that fill in everything: a person never sees this field. */
  website?: string;
}

export interface Failure {
  success: false;
  /** What a person reads. */
  message: string;
  /** The inputs at fault, by name, each with its own sentence. */
  fields?: Record<string, string>;
  /** What a program can do about it: confirm the password, then repeat the call. */
  code?: 'confirm-password';
}
