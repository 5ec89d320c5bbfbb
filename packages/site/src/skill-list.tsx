import { usePage } from './page-context.ts';

/** The style decides what is in the markup, so that no theme can show what the owner hides. */
export function SkillList() {
  const { portfolio, settings } = usePage();
  const { skillStyle } = settings;
  return (
    <ul className="skills" data-style={skillStyle}>
      {portfolio.skills.map(({ _id, title, proficiency }) => (
        <li key={_id}>
          <span className="name">{title}</span>
          {skillStyle === 'bars' && (
            <>
              {' '}
              <progress max={100} value={proficiency} aria-label={title} />
            </>
          )}
          {skillStyle !== 'list' && (
            <>
              {' '}
              <span className="value">{proficiency}</span>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}
