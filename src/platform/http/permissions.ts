import { randomBytes } from 'node:crypto';
import { ApiError } from '../../errors.ts';
import type { Caller, Permission, Route } from './route.ts';

/** The routes of a room, each with the permission that its caller needs unless the route names its own. */
export function under(permission: Permission | 'any', routes: Route[]): Route[] {
  return routes.map((route) => ({ permission, ...route }));
}

/** Marks the questions of this process to itself: an export reads every room for a key with `workspace`. */
export const INSIDE = { name: 'x-svc-inside', value: randomBytes(24).toString('base64url') } as const;

/** A route that belongs to no room with a permission is about the workspace itself. */
export function refuseUnpermitted(caller: Caller, needed: Route['permission'] = 'workspace'): void {
  if (needed === 'any' || caller.permissions === undefined || caller.permissions.includes(needed)) return;
  throw new ApiError('limited_key', `This key does not have the permission \`${needed}\`.`);
}
