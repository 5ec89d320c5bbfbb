import { useId, useState } from 'react';
import { Card } from '../../ui/card.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { areSingleKeysOn, setSingleKeys } from './single-keys.ts';

/** The switch for single-key shortcuts. */
export function KeyboardSettings() {
  const id = useId();
  const [isOn, setIsOn] = useState(areSingleKeysOn);
  return (
    <Card className="p-5">
      <div className="flex items-start gap-3">
        <Checkbox
          id={id}
          aria-describedby={`${id}-hint`}
          className="mt-0.5"
          checked={isOn}
          onChange={({ target }) => {
            setSingleKeys(target.checked);
            setIsOn(target.checked);
          }}
        />
        <div>
          <label htmlFor={id} className="font-medium">
            Single-key shortcuts
          </label>
          <p id={`${id}-hint`} className="text-sm text-ink-2">
            Such as Z to undo, or G then M for the messages. Turn them off if speech input or a slip
            of the hand presses them. Press ? to list them. This applies to this browser.
          </p>
        </div>
      </div>
    </Card>
  );
}
