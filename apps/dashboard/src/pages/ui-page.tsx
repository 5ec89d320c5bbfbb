import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { toast } from 'sonner';
import { Avatar } from '../ui/avatar.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Card, CardHead } from '../ui/card.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { Dialog, DialogActions, DialogClose, DialogContent, DialogTrigger } from '../ui/dialog.tsx';
import { Input } from '../ui/input.tsx';
import { Progress } from '../ui/progress.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { Select } from '../ui/select.tsx';
import { Sheet, SheetContent, SheetTrigger } from '../ui/sheet.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { Switch } from '../ui/switch.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeading, TableRow } from '../ui/table.tsx';
import { Textarea } from '../ui/textarea.tsx';
import { Tooltip, TooltipProvider } from '../ui/tooltip.tsx';

/** Most UI components in both themes. Development only. */
export function UiPage() {
  return (
    <TooltipProvider>
      <main className="grid lg:grid-cols-2">
        {['scheme-light', 'scheme-dark'].map((scheme) => (
          <div key={scheme} className={`grid content-start gap-8 bg-paper p-8 text-ink ${scheme}`}>
            <h1 className="text-2xl">{scheme === 'scheme-light' ? 'Light' : 'Dark'}</h1>
            <Gallery />
          </div>
        ))}
      </main>
    </TooltipProvider>
  );
}

const VARIANTS = ['default', 'destructive', 'outline', 'secondary', 'ghost', 'link'] as const;
const SIDES = ['top', 'bottom', 'left', 'right'] as const;

function Gallery() {
  return (
    <>
      <Group title="Button">
        {VARIANTS.map((variant) => (
          <Button key={variant} variant={variant}>
            {variant}
          </Button>
        ))}
        <Button size="sm">sm</Button>
        <Button size="lg">lg</Button>
        <Button size="icon" aria-label="Add">
          <Plus aria-hidden="true" />
        </Button>
        <Button aria-disabled="true">
          <Spinner /> Adding
        </Button>
        <Button disabled>Disabled</Button>
      </Group>
      <Group title="Badge">
        {(['default', 'secondary', 'destructive', 'outline'] as const).map((variant) => (
          <Badge key={variant} variant={variant}>
            {variant}
          </Badge>
        ))}
      </Group>
      <Group title="Fields">
        <Input aria-label="Input" placeholder="Input" />
        <Input aria-label="Wrong input" aria-invalid="true" defaultValue="Wrong" />
        <Textarea aria-label="Textarea" placeholder="Textarea" />
        <Checkbox aria-label="Checkbox" defaultChecked />
        <Switch aria-label="Switch" checked readOnly />
        <Segmented
          label="Segmented"
          options={[
            { value: 'one', name: 'One' },
            { value: 'two', name: 'Two' },
          ]}
          value="one"
          onChange={() => {}}
        />
        <Select aria-label="Select">
          <option>One</option>
          <option>Two</option>
        </Select>
      </Group>
      <Overlays />
      <Group title="Progress, avatar, skeleton">
        <div className="w-full">
          <Progress value={64} aria-label="Progress" />
        </div>
        <Avatar src="" name="Ada Lovelace" />
        <Skeleton className="h-14 w-40" />
      </Group>
      <Card>
        <CardHead title="Card and table">
          <Button variant="outline" size="sm">
            Action
          </Button>
        </CardHead>
        <Table>
          <TableHead>
            <TableHeading>Name</TableHeading>
            <TableHeading end>Number</TableHeading>
          </TableHead>
          <TableBody>
            {['First', 'Second'].map((name, index) => (
              <TableRow key={name}>
                <TableCell>{name}</TableCell>
                <TableCell end>{index + 1}</TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </Card>
    </>
  );
}

function Overlays() {
  return (
    <Group title="Sheet, dialog, tooltip, toast">
      {SIDES.map((side) => (
        <Sheet key={side}>
          <SheetTrigger asChild>
            <Button variant="outline">{side}</Button>
          </SheetTrigger>
          <SheetContent side={side === 'right' ? undefined : side} title={`From the ${side}`}>
            <p>Content</p>
          </SheetContent>
        </Sheet>
      ))}
      <Dialog>
        <DialogTrigger asChild>
          <Button variant="outline">Dialog</Button>
        </DialogTrigger>
        <DialogContent title="A question" description="With a sentence that explains it.">
          <DialogActions>
            <DialogClose asChild>
              <Button>Close</Button>
            </DialogClose>
          </DialogActions>
        </DialogContent>
      </Dialog>
      <Tooltip text="After 700 ms">
        <Button variant="outline">Tooltip</Button>
      </Tooltip>
      <Button variant="outline" onClick={() => toast.success('Saved.')}>
        Toast
      </Button>
      <Button variant="outline" onClick={() => toast.error('Network Error')}>
        Error toast
      </Button>
    </Group>
  );
}

function Group({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section>
      <h2 className="mb-3 text-xl">{title}</h2>
      <div className="flex flex-wrap items-center gap-3">{children}</div>
    </section>
  );
}
