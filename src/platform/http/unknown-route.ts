import type { FastifyRequest } from 'fastify';
import { ApiError } from '../../errors.ts';
import type { Dialect } from './dialects.ts';
import { type Route, urlOf } from './route.ts';

/**
 * The path to route by. `/v1/*` and `/v2/*` at the bare origin are aliases of the API, and a target in absolute form
 * (as proxies send it) means the same as its path.
 */
export function withApiPrefix(target: string): string {
  const url = target.replace(/^https?:\/\/[^/?#]*/i, '');
  return /^\/v[12](\/|$|\?)/.test(url) ? `/api${url}` : url.startsWith('/') ? url : `/${url}`;
}

/**
 * The dialect of a path's answers: that of the routes that share the first two parts of its address, so that
 * its 404 speaks the dialect of its neighbours.
 */
export function dialectsOf(routes: Route[]): (url: string) => Dialect {
  const roots = new Map<string, Dialect>();
  for (const route of routes) {
    const root = rootOf(urlOf(route));
    const dialect = route.dialect ?? 'svc';
    if ((roots.get(root) ?? dialect) !== dialect)
      throw new Error(`the routes below ${root} speak ${roots.get(root)} and ${dialect}`);
    roots.set(root, dialect);
  }
  return (url) => roots.get(rootOf(withApiPrefix(url))) ?? 'svc';
}

function rootOf(url: string): string {
  return (url.split(/[?#]/)[0] ?? '').split('/').slice(0, 4).join('/');
}

/** The error for a path without a route, or with routes of other methods. */
export function unknownRoute(routes: Route[], request: FastifyRequest): ApiError {
  const path = decoded(request.url.split(/[?#]/)[0] ?? '');
  // The rest of another company's API: its client reads the sentence as a native error.
  const wrapped = /^\/api\/wrappers\/[^/]+$/.exec(rootOf(path))?.[0];
  const neighbour = wrapped && routes.find((route) => rootOf(urlOf(route)) === wrapped);
  if (neighbour)
    return new ApiError(
      'not_served',
      `This service does not have this part of the API of ${neighbour.dialect}.`,
    );
  const methods = routes.filter((route) => matches(urlOf(route), path)).map((route) => route.method);
  if (methods.length === 0) return new ApiError('not_found', 'Route not found.');
  const allowed = [...new Set(methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])))];
  const allow = allowed.join(', ');
  return new ApiError('method_not_allowed', { message: `This path takes ${allow}.`, allow });
}

function decoded(path: string): string {
  try {
    return decodeURI(path);
  } catch (error) {
    if (error instanceof URIError) return path;
    throw error;
  }
}

function matches(pattern: string, path: string): boolean {
  const isOpen = pattern.endsWith('/*');
  const expected = pattern.replace(/\/\*$/, '').split('/');
  const given = isOpen ? path.split('/').slice(0, expected.length) : path.split('/');
  return (
    expected.length === given.length &&
    expected.every((segment, index) =>
      segment.startsWith(':') ? given[index] !== '' : segment === given[index],
    )
  );
}
