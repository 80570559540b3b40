/** The result, with the HTTP answer that brought it. */
export interface WithResponse<T> {
  data: T;
  response: Response;
  requestId: string | null;
}

/** A promise of the data of an answer; `withResponse()` gives the answer, too. */
export class ApiPromise<T> extends Promise<T> {
  readonly #whole: Promise<{ data: T; response: Response }>;

  constructor(whole: Promise<{ data: T; response: Response }>) {
    super((resolve) => resolve(whole.then(({ data }) => data)));
    this.#whole = whole;
  }

  /** `then` returns an ordinary promise. */
  static override get [Symbol.species](): PromiseConstructor {
    return Promise;
  }

  async withResponse(): Promise<WithResponse<T>> {
    // The holder of the new promise gets the failure.
    this.catch(() => undefined);
    const { data, response } = await this.#whole;
    return { data, response, requestId: response.headers.get('x-request-id') };
  }

  /** The same answer with its data in another form. */
  map<U>(see: (data: T) => U): ApiPromise<U> {
    this.catch(() => undefined);
    return new ApiPromise(this.#whole.then(({ data, response }) => ({ data: see(data), response })));
  }
}
