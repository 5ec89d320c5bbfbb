import { toParagraphs } from '@vitrine/markdown/inline';
import { absoluteUrl } from './absolute-url.ts';
import { usePage } from './page-context.ts';
import { Picture } from './picture.tsx';
import { profileLinks } from './profile-links.ts';
import { hasResume } from './resume.ts';
import { RichText } from './spans.tsx';
import { THEME_MANIFESTS } from './themes.ts';
import { Who } from './who.tsx';

/** Who the owner is, as a card that other sites can read (h-card). */
export function Intro() {
  const page = usePage();
  const { portfolio, settings, words, href } = page;
  const { fullName, aboutMe, availability, avatar, email } = portfolio.profile;
  const links = profileLinks(portfolio.profile);
  const isLinked = hasResume(portfolio);
  return (
    <section className="intro h-card" aria-labelledby="name" data-section="intro">
      <data className="u-url u-uid" value={absoluteUrl(page, '/')} />
      {avatar.url !== '' && (
        <Picture
          className="portrait u-photo"
          image={avatar}
          alt={words.portraitOf(fullName)}
          sizes={THEME_MANIFESTS[settings.theme].portraitSizes}
          isFirst
        />
      )}
      <div className="words">
        <h1 id="name" className="p-name" data-chars={Math.min(fullName.length, 40)}>
          {fullName}
        </h1>
        <Who {...portfolio.profile} />
        {aboutMe && (
          <div className="about p-note">
            <RichText paragraphs={toParagraphs(aboutMe)} />
          </div>
        )}
        {availability && <p className="available">{availability}</p>}
        {(links.length > 0 || email !== '' || isLinked) && (
          <ul className="profiles">
            {links.map(({ name, url }) => (
              <li key={url}>
                <a rel="me" className="u-url" href={url}>
                  {name}
                </a>
              </li>
            ))}
            {email && (
              <li>
                <a rel="me" className="u-email" href={`mailto:${email}`}>
                  {words.email}
                </a>
              </li>
            )}
            {isLinked && (
              <li>
                <a className="resume-link" href={href('/resume')}>
                  {words.resume}
                </a>
              </li>
            )}
          </ul>
        )}
      </div>
    </section>
  );
}
