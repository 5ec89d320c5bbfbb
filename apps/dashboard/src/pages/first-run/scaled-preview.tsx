interface ScaledPreviewProps {
  readonly title: string;
  readonly url: string;
}

/** A page of the site, as wide as its container. It is a picture: clicks and keys pass it by. */
export function ScaledPreview({ title, url }: ScaledPreviewProps) {
  return (
    <iframe
      title={title}
      src={url}
      tabIndex={-1}
      aria-hidden="true"
      className="pointer-events-none absolute top-0 left-0 h-[calc(100cqh/var(--scale))] w-[960px] origin-top-left scale-(--scale) [--scale:tan(atan2(100cqw,960px))]"
    />
  );
}
