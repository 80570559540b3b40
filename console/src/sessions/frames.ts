export interface Frame {
  at: number;
  src: string;
}

/** The pictures inside a recording of rrweb, in their order: the service writes one picture whose source changes. */
export function framesOf(events: readonly object[]): Frame[] {
  return events.flatMap((event) => {
    const { timestamp } = event as { timestamp?: unknown };
    const src = pictureIn(event);
    return src !== null && typeof timestamp === 'number' ? [{ at: timestamp, src }] : [];
  });
}

function pictureIn(value: unknown): string | null {
  if (typeof value === 'string') return value.startsWith('data:image/') ? value : null;
  if (typeof value !== 'object' || value === null) return null;
  for (const part of Object.values(value)) {
    const found = pictureIn(part);
    if (found !== null) return found;
  }
  return null;
}
