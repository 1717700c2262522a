import { adminPermissions } from '#shared/domain/permissions.ts'

/** Whether only accounts of the platform may have the right that a call asks for. */
export function isOfPlatform(permission: string): boolean {
  return adminPermissions.some((right) => right === permission)
}
