import { type ReactNode, useState } from 'react';
import { Segmented } from '../../ui/segmented.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useHeading } from './page-heading.tsx';

interface StudioTab<Tab extends string> {
  readonly value: Tab;
  readonly name: string;
  readonly aside?: ReactNode;
}

interface StudioFrameProps<Tab extends string> {
  readonly title: string;
  /** A link before the title, to where the owner came from. */
  readonly back?: ReactNode;
  readonly head?: ReactNode;
  /** The first one shows the settings, the others the stage. */
  readonly tabs: readonly [StudioTab<Tab>, ...StudioTab<Tab>[]];
  readonly settings: ReactNode;
  /** On wide screens, it shows everything at once, whatever the tab is. */
  readonly stage: (tab: Tab) => ReactNode;
  /** At the bottom of the screen, on phones. */
  readonly bar?: ReactNode;
}

/** On wide screens, two columns that scroll on their own. Otherwise one of them at a time. */
export function StudioFrame<Tab extends string>(props: StudioFrameProps<Tab>) {
  const { title, back, head, tabs, settings, stage, bar } = props;
  const [tab, setTab] = useState(tabs[0].value);
  const areSettingsShown = tab === tabs[0].value;
  return (
    <div
      data-studio=""
      className="-mx-4 -mt-[22px] -mb-16 sm:-mx-8 sm:-mt-10 sm:-mb-20 studio:fixed studio:inset-y-0 studio:right-0 studio:left-(--bar) studio:m-0 studio:grid studio:grid-cols-[408px_minmax(0,1fr)] studio:grid-rows-[auto_minmax(0,1fr)]"
    >
      <StudioHead title={title} back={back}>
        {head}
      </StudioHead>
      <div className="sticky top-[54px] z-10 border-line bg-paper px-4 pb-3 max-sm:border-b sm:top-0 sm:px-6 sm:pt-3 studio:hidden">
        <Segmented
          label="Show"
          options={tabs}
          value={tab}
          onChange={setTab}
          className="sm:max-w-[420px]"
        />
      </div>
      <div
        className={`relative px-4 pb-8 max-studio:max-w-[720px] max-sm:pb-24 sm:px-6 studio:overflow-y-auto studio:border-r studio:border-line ${areSettingsShown ? '' : 'max-studio:hidden'}`}
      >
        {settings}
      </div>
      <section
        aria-label="Preview"
        className={`grid min-h-0 min-w-0 grid-cols-1 grid-rows-[auto_minmax(0,1fr)] bg-sunk ${areSettingsShown ? 'max-studio:hidden' : ''}`}
      >
        {stage(tab)}
      </section>
      {bar}
    </div>
  );
}

interface StudioHeadProps {
  readonly title: string;
  /** The title of the browser tab, if it differs. */
  readonly tab?: string;
  readonly back?: ReactNode;
  readonly children: ReactNode;
}

/** The bar at the top, as wide as the window beside the navigation. */
export function StudioHead({ title, tab = title, back, children }: StudioHeadProps) {
  const heading = useHeading(tab);
  return (
    <header className="col-span-2 flex min-h-17 flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3.5 sm:border-b sm:border-line sm:px-6">
      {back}
      <h1
        ref={heading}
        tabIndex={-1}
        title={title}
        className="min-w-0 max-w-[min(100%,32rem)] truncate text-[1.875rem] leading-tight"
      >
        {title}
      </h1>
      {children}
    </header>
  );
}

interface SettingProps {
  readonly title: string;
  /** The field that the title names. */
  readonly htmlFor?: string;
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** A section of the settings. */
export function Setting({ title, htmlFor, aside, children }: SettingProps) {
  return (
    <section className="grid min-w-0 grid-cols-1 gap-2.5 border-line py-5 not-first:border-t">
      <div className="flex items-baseline justify-between gap-2">
        <h2 className="font-sans text-base font-medium tracking-normal">
          {htmlFor ? <label htmlFor={htmlFor}>{title}</label> : title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  );
}

/** In place of the settings while they load. */
export function StudioSkeleton() {
  return (
    <div className="grid gap-6">
      <Skeleton className="h-64" />
      <Skeleton className="h-40" />
      <Skeleton className="h-64" />
    </div>
  );
}
