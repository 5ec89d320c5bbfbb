import type { FieldNameOf, FileNameOf } from '@vitrine/contract/calls';
import type { Icon as NamedIcon } from '@vitrine/contract/icon';
import type { Image } from '@vitrine/contract/media';
import { NO_ICON } from '@vitrine/contract/options';
import { type Route, routes } from '@vitrine/contract/routes';
import { Shapes } from 'lucide-react';
import { type RefObject, useRef, useState } from 'react';
import { callApi } from '../../api/call-api.ts';
import { Button } from '../../ui/button.tsx';
import { FileField } from '../field/file-field.tsx';
import { useRestorer } from '../form/use-autosave.ts';
import { useFormReset } from '../form/use-form-reset.ts';
import { Icon } from '../image/icon.tsx';
import { lazyDialog } from '../lazy-dialog.tsx';
import { useSuggestedIcon } from './use-suggested-icon.ts';

interface IconFieldProps<R extends Route> {
  readonly name: FileNameOf<R>;
  readonly label: string;
  /** The field whose text the search for an icon starts with. */
  readonly titleField: FieldNameOf<R>;
  /** Sent with the name of an icon. Undefined if the host has no icons to choose from. */
  readonly iconName: FieldNameOf<R> | undefined;
  /** The stored icon, and the stored title. */
  readonly current: Image | undefined;
  readonly title: string | undefined;
}

/** An icon: a file, or one that has a name. The title suggests one until the owner chooses. */
export function IconField<R extends Route>(props: IconFieldProps<R>) {
  const { name, label, titleField, iconName } = props;
  const button = useRef<HTMLButtonElement>(null);
  const { chosen, current, picture, choose, reset } = useIconChoice(props, button);
  const [search, setSearch] = useState<string>();
  return (
    <>
      <FileField<R>
        name={name}
        label={label}
        accept="image/svg+xml,image/*"
        hint={iconName ? 'Optional. SVG looks best.' : 'SVG looks best.'}
        {...(current && {
          current: <Icon image={current} className={iconName ? 'size-10' : 'mx-auto size-16'} />,
        })}
        {...(iconName && {
          alternative: {
            name: iconName,
            chosen,
            picture,
            onReset: reset,
            onRemove: () => choose(NO_ICON),
            button: (
              <Button
                ref={button}
                variant="outline"
                className="relative"
                aria-haspopup="dialog"
                onClick={({ currentTarget }) => setSearch(textOf(currentTarget.form, titleField))}
              >
                <Shapes aria-hidden="true" /> Choose an icon
              </Button>
            ),
          },
        })}
      />
      {search !== undefined && (
        <LazyIconPicker
          search={search}
          urlOf={urlOf}
          onChoose={choose}
          onUpload={() => fileInputOf(button.current?.form, name)?.click()}
          onClose={() => setSearch(undefined)}
          onClosed={() => button.current?.focus()}
        />
      )}
    </>
  );
}

/** What the owner chose, or the icon that the title suggests as long as there is no choice. */
function useIconChoice<R extends Route>(
  { titleField, iconName, current: stored, title: storedTitle = '' }: IconFieldProps<R>,
  button: RefObject<HTMLButtonElement | null>,
) {
  const [choice, setChoice] = useState<NamedIcon | typeof NO_ICON>();
  /** Also after the owner chose a file, or removed what was suggested. */
  const [hasChosen, setHasChosen] = useState(false);
  const current = stored?.url === '' ? undefined : stored;
  const isOpen = iconName !== undefined && !current && !hasChosen;
  const { title = storedTitle, suggested } = useSuggestedIcon(button, titleField, isOpen);
  // Without a connection, nothing is restored.
  useRestorer(iconName, (value) => {
    if (value === NO_ICON) choose(NO_ICON);
    else void loadIcon(value).then(choose, () => undefined);
  });
  useFormReset(button, () => {
    setChoice(undefined);
    setHasChosen(false);
  });

  function choose(icon: NamedIcon | typeof NO_ICON | undefined) {
    setChoice(icon);
    setHasChosen(true);
  }

  const icon = choice === NO_ICON ? undefined : (choice ?? suggested);
  const needsLetter = !icon && title !== '' && (choice === NO_ICON || !current);
  const url = icon ? urlOf(icon) : '';
  return {
    chosen:
      choice === NO_ICON
        ? { value: NO_ICON, title: 'Will be removed when you save', isRemoval: true }
        : icon && {
            value: icon.name,
            title: choice ? icon.title : `Suggested: ${icon.title}`,
            isRemoval: false,
          },
    current,
    picture: (icon || needsLetter) && <Icon image={{ url }} title={title} className="size-10" />,
    choose,
    reset: () => choose(undefined),
  };
}

const LazyIconPicker = lazyDialog(['icons', 'picker'], () =>
  import('./icon-picker.tsx').then((file) => file.IconPicker),
);

/** Loads an icon by its full name. */
async function loadIcon(name: string): Promise<NamedIcon | undefined> {
  const { icons } = await callApi(routes.icon.search, { query: { search: name } });
  return icons[0];
}

function urlOf({ svg }: NamedIcon): string {
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

function textOf(form: HTMLFormElement | null, name: string): string {
  const field = form?.elements.namedItem(name);
  return field instanceof HTMLInputElement ? field.value.trim() : '';
}

function fileInputOf(
  form: HTMLFormElement | null | undefined,
  name: string,
): HTMLInputElement | undefined {
  const field = form?.elements.namedItem(name);
  return field instanceof HTMLInputElement ? field : undefined;
}
