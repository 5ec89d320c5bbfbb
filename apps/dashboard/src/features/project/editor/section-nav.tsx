import { type MouseEvent, useEffect, useState } from 'react';

interface SectionNavProps {
  readonly sections: readonly { readonly id: string; readonly name: string }[];
}

/** Links to the sections of a form. Marks the one at the top of the window. */
export function SectionNav({ sections }: SectionNavProps) {
  const [current, setCurrent] = useState(sections[0]?.id);

  useEffect(() => {
    const update = () => {
      const isAtEnd = innerHeight + scrollY >= document.documentElement.scrollHeight - 2;
      const passed = sections.filter(({ id }) => {
        const top = document.getElementById(id)?.getBoundingClientRect().top;
        return top !== undefined && top <= innerHeight / 3;
      });
      setCurrent((isAtEnd && scrollY > 0 ? sections.at(-1) : (passed.at(-1) ?? sections[0]))?.id);
    };
    addEventListener('scroll', update, { passive: true });
    return () => removeEventListener('scroll', update);
  }, [sections]);

  // The form is rendered after the page, so that the browser could not find the section.
  useEffect(() => openSection(location.hash.slice(1), 'auto'), []);

  /** Does not change the URL, which holds the view. */
  function open(event: MouseEvent, id: string) {
    event.preventDefault();
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
    openSection(id, isStill ? 'auto' : 'smooth');
  }

  return (
    <nav
      aria-label="Sections"
      className="sticky top-(--banner-room) z-15 -mx-2 flex gap-1 overflow-x-auto bg-paper/94 p-2 backdrop-blur-md max-sm:top-[calc(54px+var(--banner-room))] max-sm:-mx-4 max-sm:border-b max-sm:border-line max-sm:px-3 max-sm:py-1.5 max-[22.5rem]:gap-0 max-[22.5rem]:px-2"
    >
      {sections.map(({ id, name }) => (
        <a
          key={id}
          href={`#${id}`}
          aria-current={id === current ? 'true' : undefined}
          className="rounded-md px-3 py-1.5 whitespace-nowrap text-ink-2 hover:text-ink aria-[current]:bg-accent-soft aria-[current]:text-accent max-sm:px-2.5 max-[22.5rem]:px-1 max-[22.5rem]:text-[13px]"
          onClick={(event) => open(event, id)}
        >
          {name}
        </a>
      ))}
    </nav>
  );
}

function openSection(id: string, behavior: ScrollBehavior): void {
  const section = document.getElementById(id);
  if (!section) return;
  section.tabIndex = -1;
  section.scrollIntoView({ behavior });
  section.focus({ preventScroll: true });
}
