import type { IStylesOptions } from 'docx';

/** Sizes are in half points. */
export function docxStyles(accent: string, locale: string): IStylesOptions {
  const color = accent.replace('#', '');
  const heading = { basedOn: 'Normal', next: 'Normal', quickFormat: true } as const;
  return {
    default: {
      document: {
        run: {
          font: 'Calibri',
          size: 21,
          language: { value: locale, eastAsia: 'ja-JP', bidirectional: 'ar-SA' },
        },
        paragraph: { spacing: { after: 80, line: 264 } },
      },
      title: { ...heading, run: { size: 48, bold: true }, paragraph: { spacing: { after: 0 } } },
      heading1: {
        ...heading,
        run: { size: 26, bold: true, color },
        paragraph: {
          keepNext: true,
          spacing: { before: 280, after: 80 },
          border: { bottom: { style: 'single', size: 4, space: 2, color } },
        },
      },
      heading2: {
        ...heading,
        run: { size: 21, bold: true },
        paragraph: { keepNext: true, spacing: { before: 140, after: 20 } },
      },
      heading3: {
        ...heading,
        run: { size: 21, italics: true },
        paragraph: { keepNext: true, spacing: { before: 80, after: 20 } },
      },
      listParagraph: { ...heading, paragraph: { spacing: { after: 40 } } },
      hyperlink: { run: { color, underline: { type: 'single' } } },
    },
    paragraphStyles: [
      { id: 'Subtitle', name: 'Subtitle', ...heading, run: { size: 24, color: '444444' } },
    ],
  };
}
