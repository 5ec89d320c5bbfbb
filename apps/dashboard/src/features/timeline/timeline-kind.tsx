import { TIMELINE_KINDS, type TimelineKind } from '@vitrine/contract/options';
import {
  Award,
  BadgeCheck,
  BookOpen,
  Briefcase,
  Flag,
  GraduationCap,
  HeartHandshake,
  type LucideIcon,
  Mic,
} from 'lucide-react';

export const KINDS: Readonly<Record<TimelineKind, { name: string; Icon: LucideIcon }>> = {
  work: { name: 'Work', Icon: Briefcase },
  education: { name: 'Education', Icon: GraduationCap },
  talk: { name: 'Talk', Icon: Mic },
  award: { name: 'Award', Icon: Award },
  certificate: { name: 'Certificate', Icon: BadgeCheck },
  publication: { name: 'Publication', Icon: BookOpen },
  volunteering: { name: 'Volunteering', Icon: HeartHandshake },
  other: { name: 'Other', Icon: Flag },
};

export function KindIcon({ kind }: { readonly kind: TimelineKind }) {
  const { Icon } = KINDS[kind];
  return (
    <span className="grid size-7 shrink-0 place-items-center rounded-[7px] border border-line bg-sunk text-ink-2">
      <Icon aria-hidden="true" className="size-[15px]" />
    </span>
  );
}

/** The options of a select. */
export function KindOptions() {
  return TIMELINE_KINDS.map((kind) => (
    <option key={kind} value={kind}>
      {KINDS[kind].name}
    </option>
  ));
}
