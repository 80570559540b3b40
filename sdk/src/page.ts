import { ApiPromise } from './api-promise.ts';

/** A list as it comes from the service. */
interface List<T> {
  data: T[];
  has_more?: boolean;
  last_id?: string | null;
  next_starting_after?: string | null;
}

export interface Page<T> {
  data: T[];
  /** The start of the next page; null on the last one. */
  next: string | null;
}

type Fetched<T> = ApiPromise<List<T>>;

/** One page when awaited; every item of every page when iterated. */
export class PagePromise<T> extends ApiPromise<Page<T>> implements AsyncIterable<T> {
  readonly #fetch: (cursor?: string) => Fetched<T>;

  constructor(fetch: (cursor?: string) => Fetched<T>) {
    const first = fetch();
    super(first.withResponse().then(({ data, response }) => ({ data: pageOf(data), response })));
    first.catch(() => undefined);
    this.#fetch = fetch;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T> {
    const seen = new Set<string>();
    for (let page = await (this as Promise<Page<T>>); ; page = pageOf(await this.#fetch([...seen].at(-1)))) {
      yield* page.data;
      // A repeated cursor would loop for ever.
      if (page.next === null || seen.has(page.next)) return;
      seen.add(page.next);
    }
  }

  /** Every item, at most `limit`. */
  async all(limit = Number.POSITIVE_INFINITY): Promise<T[]> {
    const items: T[] = [];
    if (limit <= 0) return items;
    for await (const item of this) if (items.push(item) >= limit) break;
    return items;
  }
}

function pageOf<T>(list: List<T>): Page<T> {
  const next = list.has_more ? (list.next_starting_after ?? list.last_id ?? null) : null;
  return { data: list.data, next };
}
