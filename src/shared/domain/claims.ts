/** Claims of an identity token. Only hints: the server reads rights from its own database. */
export type Claims = {
  uid: string
  pharmacyId?: string
  /** Id of the session (PIN unlock), never the digits. */
  pin?: string
  roles: readonly string[]
  domainId?: string
}

/** Entry rule (specification §2): signed in, and either without a pharmacy (admin) or unlocked with a PIN. */
export function mayEnter(claims: Claims | undefined): claims is Claims {
  return claims !== undefined && (claims.pharmacyId === undefined || claims.pin !== undefined)
}

/** Shared lists are loaded only for members with a PIN who are not admin (specification §4). */
export function preloadsLists(claims: Claims | undefined): boolean {
  return claims?.pin !== undefined && !claims.roles.includes('admin')
}
