import { ArrowLeft } from 'lucide-react';
import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';

export function ReturnToDashboard() {
  return (
    <Button asChild variant="outline">
      <Link to={paths.home}>
        <ArrowLeft aria-hidden="true" /> Return to Dashboard
      </Link>
    </Button>
  );
}
