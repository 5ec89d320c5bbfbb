import type { SiteLanguage } from '@vitrine/contract/options';
import type { ProfileContent } from '@vitrine/contract/public';
import { usePage } from './page-context.ts';

type WhoProps = Pick<ProfileContent, 'headline' | 'location'> &
  Partial<Pick<ProfileContent, 'pronouns' | 'languages'>>;

/** As in `English, French (C1), Italian (B2)`. */
function nameLanguages(languages: ProfileContent['languages'], language: SiteLanguage): string {
  const names = languages.map(({ name, level }) =>
    level === 'native' ? name : `${name} (${level})`,
  );
  return new Intl.ListFormat(language, { type: 'unit', style: 'short' }).format(names);
}

/** What the owner does, and below it where. Each part is there only if the profile has it. */
export function Who({ headline, location, pronouns = '', languages = [] }: WhoProps) {
  const { settings } = usePage();
  const hasBasics = location !== '' || pronouns !== '' || languages.length > 0;
  return (
    <>
      {headline && <p className="headline p-job-title">{headline}</p>}
      {hasBasics && (
        <ul className="basics">
          {location && <li className="p-locality">{location}</li>}
          {pronouns && <li className="p-pronouns">{pronouns}</li>}
          {languages.length > 0 && (
            <li className="speaks">{nameLanguages(languages, settings.language)}</li>
          )}
        </ul>
      )}
    </>
  );
}
