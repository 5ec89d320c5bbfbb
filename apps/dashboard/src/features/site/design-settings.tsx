import {
  SITE_FONTS,
  SITE_LANGUAGES,
  SITE_SCHEMES,
  type SiteFonts,
  type SiteLanguage,
  type SiteSectionName,
  SKILL_STYLES,
} from '@vitrine/contract/options';
import { fontPairOf } from '@vitrine/site/themes';
import { ChartBar, Hash, List } from 'lucide-react';
import { useId } from 'react';
import { Setting } from '../../components/page/studio-frame.tsx';
import { ExternalLink } from '../../components/text/external-link.tsx';
import { optionOrFirst } from '../../paths.ts';
import { Input } from '../../ui/input.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Select } from '../../ui/select.tsx';
import { Switch } from '../../ui/switch.tsx';
import { AccentField } from './accent-field.tsx';
import { CssField } from './css-field.tsx';
import { SectionList } from './section-list.tsx';
import type { Site } from './site-queries.ts';
import { ThemePicker } from './theme-picker.tsx';
import type { DesignEditor } from './use-design.ts';

/** The limit of `footer` in the contract's site.ts. */
const MAX_FOOTER = 200;

interface DesignSettingsProps {
  readonly editor: DesignEditor;
  readonly cssErrors: Site['cssErrors'];
  /** What is in each section, as in '12 skills'. */
  readonly contents: Readonly<Record<SiteSectionName, string>>;
  /** The title of a project, which shows the accent. */
  readonly sample: string;
  /** The usual footer line. */
  readonly footer: string;
  /** The address of the preview without the custom CSS. */
  readonly safeUrl: string | undefined;
}

/** Everything that the owner can set for the site. */
export function DesignSettings(props: DesignSettingsProps) {
  const { editor, cssErrors, contents, sample, footer, safeUrl } = props;
  const { design, change } = editor;
  return (
    <>
      <Setting title="Theme">
        <ThemePicker
          value={design.theme}
          onChange={(theme) => change(() => ({ theme }))}
          className="grid-cols-2 gap-x-2.5 gap-y-2 sm:max-studio:grid-cols-5"
        />
      </Setting>
      <Setting title="Accent">
        <AccentField
          design={design}
          sample={sample}
          onChange={(changed) => change(() => changed)}
        />
      </Setting>
      <FontSetting editor={editor} />
      <Setting title="Color scheme">
        <Segmented
          label="Color scheme"
          options={SITE_SCHEMES.map((value) => ({ value, name: SCHEME_NAMES[value] }))}
          value={design.scheme}
          onChange={(scheme) => change(() => ({ scheme }))}
        />
      </Setting>
      <Setting title="Sections">
        <SectionList
          sections={design.sections}
          contents={contents}
          onChange={(next) => change(({ sections }) => ({ sections: next(sections) }))}
        />
      </Setting>
      <Setting title="Show skills as">
        <Segmented
          label="Show skills as"
          options={SKILL_STYLES.map((value) => ({ value, ...STYLES[value] }))}
          value={design.skillStyle}
          onChange={(skillStyle) => change(() => ({ skillStyle }))}
        />
      </Setting>
      <TextSettings editor={editor} footer={footer} />
      <Setting
        title="Custom CSS"
        aside={
          safeUrl &&
          design.customCss !== '' && (
            <ExternalLink
              href={safeUrl}
              label="Preview without it, the custom CSS"
              className="text-sm font-normal text-accent underline underline-offset-3"
            >
              Preview without it
            </ExternalLink>
          )
        }
      >
        <CssField
          value={design.customCss}
          errors={cssErrors}
          onChange={(customCss) => change(() => ({ customCss }))}
        />
      </Setting>
      <IndexSetting editor={editor} />
    </>
  );
}

const FONT_NAMES: Readonly<Record<Exclude<SiteFonts, 'theme'>, string>> = {
  'instrument-serif': 'Instrument Serif and Geist',
  'inter-tight': 'Inter Tight',
  'hanken-grotesk': 'Hanken Grotesk',
  'ibm-plex-mono': 'IBM Plex Mono',
  'source-serif': 'Source Serif 4',
};

const SCHEME_NAMES: Readonly<Record<(typeof SITE_SCHEMES)[number], string>> = {
  visitor: 'Visitor’s setting',
  light: 'Light',
  dark: 'Dark',
};

const STYLES = {
  bars: { name: 'Bars', Icon: ChartBar },
  numbers: { name: 'Numbers', Icon: Hash },
  list: { name: 'List', Icon: List },
} as const;

interface EditorProps {
  readonly editor: DesignEditor;
}

function FontSetting({ editor: { design, change } }: EditorProps) {
  const id = useId();
  return (
    <Setting title="Fonts" htmlFor={id}>
      <Select
        id={id}
        value={design.fonts}
        onChange={({ target }) =>
          change(() => ({ fonts: optionOrFirst(SITE_FONTS, target.value) }))
        }
      >
        {SITE_FONTS.map((fonts) => (
          <option key={fonts} value={fonts}>
            {fonts === 'theme'
              ? `${FONT_NAMES[fontPairOf({ ...design, fonts })]} (theme default)`
              : FONT_NAMES[fonts]}
          </option>
        ))}
      </Select>
    </Setting>
  );
}

function TextSettings({
  editor: { design, change },
  footer,
}: EditorProps & { readonly footer: string }) {
  const id = useId();
  return (
    <>
      <Setting title="Footer line" htmlFor={`${id}-footer`}>
        <Input
          id={`${id}-footer`}
          maxLength={MAX_FOOTER}
          placeholder={footer}
          value={design.footer}
          onChange={({ target }) => change(() => ({ footer: target.value }))}
        />
      </Setting>
      <Setting title="Language of the site’s own words" htmlFor={`${id}-language`}>
        <Select
          id={`${id}-language`}
          value={design.language}
          onChange={({ target: { value } }) =>
            change(({ language }) => ({ language: isLanguage(value) ? value : language }))
          }
        >
          {LANGUAGES.map((language) => (
            <option key={language} value={language} lang={language}>
              {SITE_LANGUAGES[language]}
            </option>
          ))}
        </Select>
      </Setting>
    </>
  );
}

function IndexSetting({ editor: { design, change } }: EditorProps) {
  const id = useId();
  return (
    <section className="flex items-center justify-between gap-3.5 border-t border-line py-5">
      <div className="min-w-0">
        <label htmlFor={id} className="font-medium">
          Let search engines index this site
        </label>
        <p id={`${id}-hint`} className="text-xs text-ink-3">
          When off, pages carry noindex and there is no sitemap.
        </p>
      </div>
      <Switch
        id={id}
        aria-describedby={`${id}-hint`}
        checked={design.indexed}
        onChange={({ target }) => change(() => ({ indexed: target.checked }))}
      />
    </section>
  );
}

const LANGUAGES = Object.keys(SITE_LANGUAGES).filter(isLanguage);

function isLanguage(value: string): value is SiteLanguage {
  return value in SITE_LANGUAGES;
}
