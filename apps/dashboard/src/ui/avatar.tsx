import * as Primitive from '@radix-ui/react-avatar';

interface AvatarProps {
  readonly src: string;
  readonly name: string;
  readonly className?: string;
}

/** A round image, or initials while it loads or when there is none. */
export function Avatar({ src, name, className = 'size-14 text-xl' }: AvatarProps) {
  return (
    <Primitive.Root
      className={`inline-grid shrink-0 place-items-center overflow-hidden rounded-full bg-accent-soft align-middle select-none ${className}`}
    >
      {src !== '' && (
        <Primitive.Image
          src={src}
          alt={`Avatar of ${name}`}
          className="col-start-1 row-start-1 size-full object-cover"
        />
      )}
      <Primitive.Fallback
        aria-hidden="true"
        className="col-start-1 row-start-1 font-display text-accent"
      >
        {initialsOf(name)}
      </Primitive.Fallback>
    </Primitive.Root>
  );
}

function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => word !== '');
  const ends = words.length > 1 ? [words.at(0), words.at(-1)] : words;
  return ends.map((word) => (word ? String.fromCodePoint(word.codePointAt(0) ?? 32) : '')).join('');
}
