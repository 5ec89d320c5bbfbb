import { Monitor, Smartphone } from 'lucide-react';
import type { ReactNode } from 'react';
import { Segmented } from '../../ui/segmented.tsx';

const DEVICES = [
  { value: 'desktop', name: 'Desktop', Icon: Monitor },
  { value: 'phone', name: 'Phone', Icon: Smartphone },
] as const;
export type Device = (typeof DEVICES)[number]['value'];

/** Pages are laid out at this width, and scaled to fit. */
const FRAMES: Readonly<Record<Device, string>> = {
  desktop: '[--width:1440px] rounded-lg',
  phone: '[--width:390px] max-h-[844px] max-w-[390px] rounded-[28px]',
};

/** The size of an iframe in a `DeviceFrame`. */
export const SCALED =
  'absolute top-0 left-0 h-[calc(100cqh/var(--scale))] w-(--width) origin-top-left scale-(--scale) [--scale:tan(atan2(100cqw,var(--width)))]';

interface DeviceFrameProps {
  readonly device: Device;
  readonly children: ReactNode;
}

export function DeviceFrame({ device, children }: DeviceFrameProps) {
  return (
    <div
      className={`relative size-full overflow-clip border border-line-2 bg-card [container-type:size] ${FRAMES[device]}`}
    >
      {children}
    </div>
  );
}

interface DeviceSwitchProps {
  readonly value: Device;
  readonly onChange: (device: Device) => void;
  readonly className?: string;
}

export function DeviceSwitch({ value, onChange, className }: DeviceSwitchProps) {
  return (
    <Segmented
      label="Width"
      isCompact
      options={DEVICES}
      value={value}
      onChange={onChange}
      {...(className && { className })}
    />
  );
}
