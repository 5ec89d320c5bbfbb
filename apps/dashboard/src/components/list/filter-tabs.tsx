interface FilterTabsProps<Tab extends string> {
  readonly label: string;
  readonly tabs: readonly { readonly name: Tab; readonly count: number }[];
  readonly value: Tab;
  readonly onChoose: (tab: Tab) => void;
}

/** Filters a list by state, with the number of items in each. */
export function FilterTabs<Tab extends string>(props: FilterTabsProps<Tab>) {
  const { label, tabs, value, onChoose } = props;
  return (
    <fieldset className="flex flex-wrap gap-1">
      <legend className="sr-only">{label}</legend>
      {tabs.map(({ name, count }) => (
        <button
          key={name}
          type="button"
          aria-pressed={name === value}
          className="rounded-md px-2.5 py-1.5 text-ink-2 hover:text-ink aria-pressed:bg-accent-soft aria-pressed:font-medium aria-pressed:text-accent sm:px-3"
          onClick={() => onChoose(name)}
        >
          {name} <span className="ml-1 text-xs tabular-nums">{count}</span>
        </button>
      ))}
    </fieldset>
  );
}
