import { Ban, Clock } from 'lucide-react';
import type { View } from '../../components/view/view-queries.ts';
import { Badge } from '../../ui/badge.tsx';
import { expiresSoon } from './describe-view.ts';

/** The state of a view's link. */
export function ViewBadge({ view }: { readonly view: View }) {
  const soon = expiresSoon(view);
  if (soon)
    return (
      <Badge variant="waiting" className="shrink-0">
        <Clock aria-hidden="true" className="size-3.5 shrink-0" />
        {soon}
      </Badge>
    );
  switch (view.state) {
    case 'active':
      return <Badge className="shrink-0">Active</Badge>;
    case 'draft':
      return (
        <Badge variant="dashed" className="shrink-0">
          Draft
        </Badge>
      );
    case 'expired':
      return (
        <Badge variant="outline" className="shrink-0">
          <Clock aria-hidden="true" className="size-3.5 shrink-0" />
          Expired
        </Badge>
      );
    case 'revoked':
      return (
        <Badge variant="outline" className="shrink-0">
          <Ban aria-hidden="true" className="size-3.5 shrink-0" />
          Revoked
        </Badge>
      );
  }
}
