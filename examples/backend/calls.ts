import { randomUUID } from 'node:crypto';
import type { Image, Portfolio } from './portfolio.ts';

export interface Call {
  readonly sends: 'nothing' | 'json' | 'form';
  readonly fields: readonly string[];
  /** Needs no session. */
  readonly isPublic?: boolean;
  readonly answer: (portfolio: Portfolio, input: Input) => object;
}

/** What a request sent. */
export interface Fields {
  text(name: string): string;
  image(name: string): Image | undefined;
}

interface Input extends Fields {
  /** The ID or token at the end of the path. */
  readonly id: string;
}

/** An error response. The dashboard shows its message, whatever the status. */
export class HttpError extends Error {
  readonly status: number;

  constructor(message: string, status = 400) {
    super(message);
    this.status = status;
  }
}

const PROJECT = ['title', 'description', 'gitRepoLink', 'projectLink', 'technologies', 'stack'];
const PROJECT_FORM = [...PROJECT, 'deployed', 'projectBanner'];
const LINKS = ['portfolioURL', 'linkedInURL', 'githubURL', 'instagramURL', 'twitterURL'];
const PROFILE = ['fullName', 'email', 'phone', 'aboutMe', ...LINKS, 'facebookURL'];

/**
 * The 24 calls, under /api/v1. The dashboard shows a `message` if the response has one. Where the
 * response is `{}`, it shows its own text.
 */
export const CALLS: Readonly<Record<string, Call>> = {
  'POST /user/login': {
    ...json(['email', 'password'], ({ user, password }, { text }) => {
      if (text('email') !== user.email || text('password') !== password)
        throw new HttpError('Invalid Email Or Password!');
      return { user };
    }),
    isPublic: true,
  },
  'GET /user/me': plain(({ user }) => ({ user })),
  'GET /user/logout': plain(() => ({ message: 'Logged Out!' })),
  'PUT /user/update/password': json(
    ['currentPassword', 'newPassword', 'confirmNewPassword'],
    (portfolio, { text }) => {
      if (text('currentPassword') !== portfolio.password)
        throw new HttpError('Incorrect Current Password!');
      portfolio.password = chosenPassword(text('newPassword'), text('confirmNewPassword'));
      return { message: 'Password Updated!' };
    },
  ),
  'PUT /user/update/me': form([...PROFILE, 'avatar', 'resume'], (portfolio, input) => {
    const { avatar, resume } = portfolio.user;
    portfolio.user = {
      fullName: input.text('fullName'),
      email: input.text('email'),
      phone: input.text('phone'),
      aboutMe: input.text('aboutMe'),
      portfolioURL: input.text('portfolioURL'),
      githubURL: input.text('githubURL'),
      linkedInURL: input.text('linkedInURL'),
      instagramURL: input.text('instagramURL'),
      twitterURL: input.text('twitterURL'),
      facebookURL: input.text('facebookURL'),
      avatar: input.image('avatar') ?? avatar,
      resume: input.image('resume') ?? resume,
    };
    return { message: 'Profile Updated!' };
  }),
  'POST /user/password/forgot': {
    ...json(['email'], (portfolio, { text }) => {
      const { email } = portfolio.user;
      if (text('email') !== email) throw new HttpError('User Not Found!');
      portfolio.resetToken = randomUUID();
      return { message: `Email sent to ${email} successfully` };
    }),
    isPublic: true,
  },
  'PUT /user/password/reset/:token': {
    ...json(['password', 'confirmPassword'], (portfolio, { id, text }) => {
      if (id !== portfolio.resetToken) throw new HttpError('Reset password token is invalid.');
      portfolio.password = chosenPassword(text('password'), text('confirmPassword'));
      portfolio.resetToken = undefined;
      return { message: 'Reset Password Successfully!' };
    }),
    isPublic: true,
  },
  'GET /softwareapplication/getall': plain(({ softwareApplications }) => ({
    softwareApplications,
  })),
  'POST /softwareapplication/add': form(['name', 'svg'], ({ softwareApplications }, input) => {
    softwareApplications.push({
      _id: newId(),
      name: input.text('name'),
      svg: imageIn(input, 'svg'),
    });
    return { message: 'New Software Application Added!' };
  }),
  'DELETE /softwareapplication/delete/:id': plain(({ softwareApplications }, { id }) => {
    remove(softwareApplications, id);
    return { message: 'Software Application Deleted!' };
  }),
  'GET /skill/getall': plain(({ skills }) => ({ skills })),
  'POST /skill/add': form(['title', 'proficiency', 'svg'], ({ skills }, input) => {
    const proficiency = Number(input.text('proficiency'));
    skills.push({
      _id: newId(),
      title: input.text('title'),
      proficiency,
      svg: imageIn(input, 'svg'),
    });
    return { message: 'New Skill Added!' };
  }),
  'PUT /skill/update/:id': json(['proficiency'], ({ skills }, { id, text }) => {
    const proficiency = Number(text('proficiency'));
    if (proficiency > 100) throw new HttpError('Proficiency Is At Most 100!');
    replace(skills, id, { ...one(skills, id), proficiency });
    return {};
  }),
  'DELETE /skill/delete/:id': plain(({ skills }, { id }) => remove(skills, id)),
  'GET /timeline/getall': plain(({ timelines }) => ({ timelines })),
  'POST /timeline/add': json(['title', 'description', 'from', 'to'], ({ timelines }, { text }) => {
    const timeline = { from: text('from'), to: text('to') };
    const [title, description] = [text('title'), text('description')];
    timelines.push({ _id: newId(), title, description, timeline });
    return {};
  }),
  'DELETE /timeline/delete/:id': plain(({ timelines }, { id }) => remove(timelines, id)),
  'GET /project/getall': plain(({ projects }) => ({ projects })),
  'GET /project/get/:id': plain(({ projects }, { id }) => ({ project: one(projects, id) })),
  'POST /project/add': form(PROJECT_FORM, ({ projects }, input) => {
    projects.push(projectOf(input, newId(), imageIn(input, 'projectBanner')));
    return {};
  }),
  'PUT /project/update/:id': form(PROJECT_FORM, ({ projects }, input) => {
    const { _id, projectBanner } = one(projects, input.id);
    replace(projects, _id, projectOf(input, _id, input.image('projectBanner') ?? projectBanner));
    return {};
  }),
  'DELETE /project/delete/:id': plain(({ projects }, { id }) => remove(projects, id)),
  'GET /message/getall': plain(({ messages }) => ({ messages })),
  'DELETE /message/delete/:id': plain(({ messages }, { id }) => remove(messages, id)),
};

function plain(answer: Call['answer']): Call {
  return { sends: 'nothing', fields: [], answer };
}

function json(fields: Call['fields'], answer: Call['answer']): Call {
  return { sends: 'json', fields, answer };
}

function form(fields: Call['fields'], answer: Call['answer']): Call {
  return { sends: 'form', fields, answer };
}

function projectOf({ text }: Input, _id: string, projectBanner: Image) {
  return {
    _id,
    title: text('title'),
    description: text('description'),
    technologies: text('technologies'),
    stack: text('stack'),
    deployed: text('deployed'),
    gitRepoLink: text('gitRepoLink'),
    projectLink: text('projectLink'),
    projectBanner,
  };
}

function chosenPassword(password: string, again: string): string {
  if (password !== again) throw new HttpError('Password And Confirm Password Do Not Match!');
  return password;
}

function imageIn(input: Input, name: string): Image {
  const image = input.image(name);
  if (!image) throw new HttpError('Image Required!');
  return image;
}

interface Item {
  readonly _id: string;
}

function one<T extends Item>(items: readonly T[], id: string): T {
  const found = items.find(({ _id }) => _id === id);
  if (!found) throw new HttpError('Not Found!');
  return found;
}

function replace<T extends Item>(items: T[], id: string, item: T): void {
  items.splice(items.indexOf(one(items, id)), 1, item);
}

function remove<T extends Item>(items: T[], id: string): object {
  items.splice(items.indexOf(one(items, id)), 1);
  return {};
}

let ids = 0x65f1c0ffef;

/** IDs may have any format. */
function newId(): string {
  ids += 1;
  return ids.toString(16);
}
