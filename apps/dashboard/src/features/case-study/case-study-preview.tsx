import type { Image } from '@vitrine/contract/media';
import type { TreeOptions } from '@vitrine/markdown/adapt-tree';
import { toTree } from '@vitrine/markdown/to-tree';
import {
  type ComponentProps,
  createElement,
  Fragment,
  type ReactNode,
  startTransition,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { splitSections } from './sections.ts';
import './prose.css';

interface CaseStudyPreviewProps {
  /** Markdown. */
  readonly body: string;
  /** The images that the text may show, by their media names. */
  readonly images: ReadonlyMap<string, Image>;
}

/** A case study as visitors see it. Follows the text when the owner pauses typing. */
export function CaseStudyPreview({ body, images }: CaseStudyPreviewProps) {
  const text = useDebounced(body);
  const content = useContent(text, images, useHighlight(text));
  if (text.trim() === '')
    return <p className="text-ink-3">The preview appears here as you write.</p>;
  return <div className="prose">{content}</div>;
}

/** How long to wait for the next key. */
const PAUSE_MS = 200;

/** The text when the owner last paused. */
function useDebounced(body: string): string {
  const [text, setText] = useState(body);
  useEffect(() => {
    const timer = setTimeout(() => startTransition(() => setText(body)), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [body]);
  return text;
}

/** Renders only the sections that have changed: a long text takes a tenth of a second. */
function useContent(
  text: string,
  images: CaseStudyPreviewProps['images'],
  highlight: Highlight | undefined,
): ReactNode {
  const rendered = useRef<Rendered>({ images, highlight, sections: new Map() });
  return useMemo(() => {
    const last = rendered.current;
    const isCurrent = last.images === images && last.highlight === highlight;
    const options = { images: images.get.bind(images), ...(highlight && { highlight }) };
    const parts = splitSections(text).map((section) => {
      const known = isCurrent ? last.sections.get(section) : undefined;
      return [section, known ?? <>{render(toTree(section, options).children)}</>] as const;
    });
    rendered.current = { images, highlight, sections: new Map(parts) };
    return createElement(Fragment, {}, ...parts.map(([, content]) => content));
  }, [text, images, highlight]);
}

interface Rendered extends Pick<CaseStudyPreviewProps, 'images'> {
  readonly highlight: Highlight | undefined;
  readonly sections: ReadonlyMap<string, ReactNode>;
}

type Highlight = NonNullable<TreeOptions['highlight']>;

/** Loads the highlighter for the first code block with a language. Without it, code is plain. */
function useHighlight(text: string): Highlight | undefined {
  const [highlight, setHighlight] = useState<Highlight>();
  const isNeeded = /^[ \t>*+\d.)-]*(?:```|~~~)[ \t]*\w/m.test(text);
  useEffect(() => {
    if (!isNeeded) return;
    import('@vitrine/markdown/highlight').then(
      (file) => setHighlight(() => file.highlight),
      () => {},
    );
  }, [isNeeded]);
  return highlight;
}

type Node = ReturnType<typeof toTree>['children'][number];

/** The tree is sanitized. It contains no scripts, styles or handlers. */
function render(nodes: readonly Node[], parent = ''): ReactNode[] {
  return nodes.map((node, key) => {
    // React rejects the line breaks between the parts of a table.
    if (node.type === 'text') return /^(table|thead|tbody|tr)$/.test(parent) ? null : node.value;
    if (node.type !== 'element') return null;
    const { tagName, properties, children } = node;
    const props = Object.entries(properties).map(([name, value]) => [
      attributeOf(name),
      // Tables of several sections have the same name, which landmarks must not have.
      value === 'region' ? 'group' : Array.isArray(value) ? value.join(' ') : value,
    ]);
    return createElement(
      tagName === 'a' ? PreviewLink : tagName,
      { key, ...Object.fromEntries(props) },
      // Empty elements such as images accept no children, not even an empty list.
      ...render(children, tagName),
    );
  });
}

/** Properties of the tree have the names of React, except for `ariaLabel` and `dataFootnotes`. */
function attributeOf(property: string): string {
  if (property.startsWith('aria')) return `aria-${property.slice(4).toLowerCase()}`;
  return property.startsWith('data')
    ? property.replaceAll(/[A-Z]/g, '-$&').toLowerCase()
    : property;
}

/** A link opens in a new tab, so that it does not leave the form. */
function PreviewLink({ href = '', children, ...rest }: ComponentProps<'a'>) {
  const isInText = href.startsWith('#');
  return (
    <a
      {...rest}
      href={href}
      {...(!isInText && { target: '_blank', rel: 'noopener noreferrer' })}
      onClick={(event) => {
        if (!isInText) return;
        event.preventDefault();
        const target = document.getElementById(decodeURIComponent(href.slice(1)));
        target?.scrollIntoView({ block: 'nearest' });
      }}
    >
      {children}
    </a>
  );
}
