import type { SiteSectionName } from '@vitrine/contract/options';
import type { ComponentType } from 'react';
import { ContactForm } from '../contact-form.tsx';
import { Document } from '../document.tsx';
import { Intro } from '../intro.tsx';
import { usePage } from '../page-context.ts';
import { NewestPosts } from '../post-list.tsx';
import { ProjectList } from '../project-list.tsx';
import { NewestPublications } from '../publication-list.tsx';
import { KindWords } from '../quote-list.tsx';
import { type ShownSection, shownSections } from '../sections.ts';
import { SkillList } from '../skill-list.tsx';
import { describeProfile, selectedProjects } from '../text.ts';
import { TimelineList } from '../timeline-list.tsx';

export function HomePage() {
  const { portfolio, settings } = usePage();
  const sections = shownSections(portfolio, settings);
  const { fullName, headline } = portfolio.profile;
  return (
    <Document
      kind="home"
      title={[fullName, headline].filter(Boolean).join(', ')}
      description={describeProfile(portfolio.profile)}
      hasForm={sections.some(({ name }) => name === 'contact')}
    >
      <Intro />
      {sections.map((section) => (
        <Section key={section.name} section={section} />
      ))}
    </Document>
  );
}

function Section({ section: { name, heading } }: { readonly section: ShownSection }) {
  const id = `${name}-title`;
  const Content = CONTENT[name];
  return (
    <section id={name} aria-labelledby={id} data-section={name}>
      <h2 id={id}>{heading}</h2>
      <Content />
    </section>
  );
}

const CONTENT: Readonly<Record<SiteSectionName, ComponentType>> = {
  work: SelectedProjects,
  writing: NewestPosts,
  publications: NewestPublications,
  'kind-words': KindWords,
  skills: SkillList,
  tools: ApplicationList,
  path: TimelineList,
  contact: ContactForm,
};

function SelectedProjects() {
  const { portfolio, words, href } = usePage();
  const selected = selectedProjects(portfolio.projects);
  return (
    <>
      <ProjectList projects={selected} />
      {selected.length < portfolio.projects.length && (
        <p className="more">
          <a href={href('/projects')}>{words.allProjects}</a>
        </p>
      )}
    </>
  );
}

function ApplicationList() {
  const { portfolio } = usePage();
  return (
    <ul className="tools">
      {portfolio.softwareApplications.map(({ _id, name, link }) => (
        <li key={_id}>{link ? <a href={link}>{name}</a> : name}</li>
      ))}
    </ul>
  );
}
