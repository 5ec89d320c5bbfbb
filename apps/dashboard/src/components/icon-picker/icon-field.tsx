import type { FieldNameOf, FileNameOf } from '@vitrine/contract/calls';
import type { Icon as NamedIcon } from '@vitrine/contract/icon';
import type { Image } from '@vitrine/contract/media';
import { type Route, routes } from '@vitrine/contract/routes';
import { Shapes } from 'lucide-react';
import { useRef, useState } from 'react';
import { callApi } from '../../api/call-api.ts';
import { Button } from '../../ui/button.tsx';
import { FileField } from '../field/file-field.tsx';
import { useRestorer } from '../form/use-autosave.ts';
import { useFormReset } from '../form/use-form-reset.ts';
import { Icon } from '../image/icon.tsx';
import { lazyDialog } from '../lazy-dialog.tsx';

interface IconFieldProps<R extends Route> {
  readonly name: FileNameOf<R>;
  readonly label: string;
  /** The field whose text the search for an icon starts with. */
  readonly titleField: FieldNameOf<R>;
  /** Sent with the name of an icon. Undefined if the host has no icons to choose from. */
  readonly iconName: FieldNameOf<R> | undefined;
  /** The stored icon. */
  readonly current: Image | undefined;
}

/** An icon: a file, or one that the owner chooses by its name. */
export function IconField<R extends Route>(props: IconFieldProps<R>) {
  const { name, label, titleField, iconName, current } = props;
  const button = useRef<HTMLButtonElement>(null);
  const [chosen, setChosen] = useState<NamedIcon>();
  const [search, setSearch] = useState<string>();
  // Without a connection, nothing is restored.
  useRestorer(iconName, (value) => void loadIcon(value).then(setChosen, () => undefined));

  useFormReset(button, () => setChosen(undefined));

  return (
    <>
      <FileField<R>
        name={name}
        label={label}
        accept="image/svg+xml,image/*"
        hint="SVG looks best."
        {...(current && {
          current: <Icon image={current} className={iconName ? 'size-10' : 'mx-auto size-16'} />,
        })}
        {...(iconName && {
          alternative: {
            name: iconName,
            chosen: chosen && { value: chosen.name, title: chosen.title },
            picture: chosen && <Icon image={{ url: urlOf(chosen) }} className="size-10" />,
            onRemove: () => setChosen(undefined),
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
          onChoose={setChosen}
          onUpload={() => fileInputOf(button.current?.form, name)?.click()}
          onClose={() => setSearch(undefined)}
          onClosed={() => button.current?.focus()}
        />
      )}
    </>
  );
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
