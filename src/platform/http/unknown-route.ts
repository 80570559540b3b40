import type { FastifyRequest } from 'fastify';
import { ApiError } from '../../errors.ts';
import type { Route } from './route.ts';

/**
 * The path to route by. `/v1/*` and `/v2/*` at the bare origin are aliases of the API, and a target in absolute form
 * (as proxies send it) means the same as its path.
 */
export function withApiPrefix(target: string): string {
  const url = target.replace(/^https?:\/\/[^/?#]*/i, '');
  return /^\/v[12](\/|$|\?)/.test(url) ? `/api${url}` : url.startsWith('/') ? url : `/${url}`;
}

/** Nothing is there, or something that takes another method. */
export function unknownRoute(routes: Route[], request: FastifyRequest): ApiError {
  const path = decoded(request.url.split(/[?#]/)[0] ?? '');
  const methods = routes.filter((route) => matches(`/api${route.path}`, path)).map((route) => route.method);
  if (methods.length === 0) return new ApiError('not_found', 'There is no such route.');
  const allowed = [...new Set(methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])))];
  const allow = allowed.join(', ');
  return new ApiError('method_not_allowed', { message: `This path takes ${allow}.`, allow });
}

function decoded(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

function matches(pattern: string, path: string): boolean {
  const expected = pattern.split('/');
  const given = path.split('/');
  return (
    expected.length === given.length &&
    expected.every((segment, index) =>
      segment.startsWith(':') ? given[index] !== '' : segment === given[index],
    )
  );
}
