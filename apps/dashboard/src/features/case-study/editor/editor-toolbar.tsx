import type { EditorView } from '@codemirror/view';
import { ImageIcon, Images, ImageUp } from 'lucide-react';
import { type ComponentProps, Fragment, type KeyboardEvent, useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Menu, MenuItem } from '../../../ui/menu.tsx';
import { Tooltip } from '../../../ui/tooltip.tsx';
import { FORMATS, shortcutOf } from './formats.ts';

interface EditorToolbarProps {
  readonly view: EditorView | undefined;
  /** The ID of the hint, which describes the text box. */
  readonly hintId: string;
  readonly onFiles: (files: readonly File[]) => void;
  readonly onOpenLibrary: () => void;
}

/** One tab stop: the arrow keys move between the buttons. */
export function EditorToolbar({ view, hintId, onFiles, onOpenLibrary }: EditorToolbarProps) {
  const [current, setCurrent] = useState('Heading');
  const input = useRef<HTMLInputElement>(null);

  function move(event: KeyboardEvent<HTMLElement>) {
    const buttons = [...event.currentTarget.querySelectorAll('button')];
    const { target: button } = event;
    const index = button instanceof HTMLButtonElement ? buttons.indexOf(button) : -1;
    const target = {
      ArrowLeft: buttons.at(index - 1),
      ArrowRight: buttons[(index + 1) % buttons.length],
      Home: buttons[0],
      End: buttons.at(-1),
    }[event.key];
    // Keys in the menu of the image button bubble, too.
    if (index === -1 || !target) return;
    event.preventDefault();
    target.focus();
  }

  const buttonProps = (name: string) => ({
    'aria-label': name,
    tabIndex: name === current ? 0 : -1,
    onFocus: () => setCurrent(name),
  });

  return (
    <div
      role="toolbar"
      aria-label="Formatting"
      className="col-span-full flex items-center gap-0.5 border-b border-line bg-sunk px-3.5 py-1.5 max-sm:justify-between max-sm:gap-0 max-sm:px-1.5 max-sm:py-1"
      onKeyDown={move}
    >
      {FORMATS.map((group) => (
        <Fragment key={group[0]?.name}>
          {group.map((format) => (
            <Tooltip key={format.name} text={`${format.name} (${shortcutOf(format)})`}>
              <ToolButton
                {...buttonProps(format.name)}
                onClick={() => {
                  view?.focus();
                  if (view) format.run(view);
                }}
              >
                <format.icon aria-hidden="true" />
              </ToolButton>
            </Tooltip>
          ))}
          <span aria-hidden="true" className="mx-1.5 h-4.5 border-l border-line-2 max-sm:hidden" />
        </Fragment>
      ))}
      <Menu
        title="Image"
        trigger={
          <ToolButton {...buttonProps('Image')} title="Image">
            <ImageIcon aria-hidden="true" />
          </ToolButton>
        }
      >
        <MenuItem onSelect={() => input.current?.click()}>
          <ImageUp aria-hidden="true" /> Upload
        </MenuItem>
        <MenuItem onSelect={onOpenLibrary}>
          <Images aria-hidden="true" /> From the library
        </MenuItem>
      </Menu>
      <input
        ref={input}
        type="file"
        accept="image/*"
        multiple
        hidden
        aria-label="Images to upload"
        onChange={({ currentTarget }) => {
          // The form clears its file fields after it was saved.
          if (!currentTarget.files?.length) return;
          onFiles([...currentTarget.files]);
          // The same file can be chosen again.
          currentTarget.value = '';
          view?.focus();
        }}
      />
      <span id={hintId} className="ml-auto truncate pl-3 text-xs text-ink-3 max-sm:sr-only">
        Paste or drop an image to upload it
      </span>
    </div>
  );
}

function ToolButton(props: ComponentProps<typeof Button>) {
  return (
    <Button
      variant="ghost"
      className="h-8 w-8.5 px-0 hover:bg-ink/8 max-sm:h-10 max-sm:w-auto max-sm:max-w-10 max-sm:flex-1 max-[22.5rem]:max-w-8"
      // The text keeps the focus, so that a phone keeps its keyboard.
      onMouseDown={(event) => event.preventDefault()}
      {...props}
    />
  );
}
