import { useSyncExternalStore } from 'react';

export interface Store<T extends object> {
  get(): T;
  set(change: Partial<T>): void;
  /** Renders again when it changes. */
  use(): T;
}

/** A value of the whole page that is no data of the service. */
export function createStore<T extends object>(initial: T): Store<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  const get = () => value;
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return {
    get,
    set(change) {
      const isNew = Object.entries(change).some(([key, part]) => value[key as keyof T] !== part);
      if (!isNew) return;
      value = { ...value, ...change };
      for (const listener of listeners) listener();
    },
    use: () => useSyncExternalStore(subscribe, get),
  };
}
