import type { Context } from '#server/http/context.ts'

/** Whether the member may see what a drawer must hold before it is counted. */
export function maySeeExpected({ actor }: Context): boolean {
  return actor.permissions.has('register.seeExpected')
}

/**
 * Whether the member may see what the pharmacy takes: from it follows what a drawer must hold. Reports are a right of
 * their own.
 */
export function maySeeTakings(context: Context): boolean {
  return context.actor.permissions.has('report.see') || maySeeExpected(context)
}
