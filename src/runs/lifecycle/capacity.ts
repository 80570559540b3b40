interface Taken {
  all: number;
  /** Those of the workspace that asks. */
  own: number;
}

// A workspace with few runs is let in beyond the limit, so that one with many cannot keep it out.
const BEYOND = 1.25;
const FEW = 1 / 8;

/** Whether one more run of a workspace has room where this many are under way. */
export function hasRoomFor({ all, own }: Taken, limit: number): boolean {
  return all < limit || (all < limit * BEYOND && own < limit * FEW);
}
