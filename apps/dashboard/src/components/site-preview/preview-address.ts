/** The path of a preview on its site, which can be below the dashboard. */
export function previewPath(url: string): string | undefined {
  return /\/preview\/[\w-]+/.exec(url)?.[0];
}

/** The origin of a preview in messages. Below the dashboard, its sandbox gives it one without a name. */
export function previewOrigin(url: string): string {
  const { origin } = new URL(url);
  return origin === location.origin ? 'null' : origin;
}
