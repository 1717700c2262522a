/** What an identity token says of its bearer. Hints only: the server reads rights from its own database. */
export type Claims = {
  uid: string
  pharmacyId?: string
  /** The id of the unlock, never the digits. */
  pin?: string
  roles: readonly string[]
  domainId?: string
}

/** The entry rule (specification §2): signed in, and either of no pharmacy (admin) or unlocked with a PIN. */
export function mayEnter(claims: Claims | undefined): claims is Claims {
  return claims !== undefined && (claims.pharmacyId === undefined || claims.pin !== undefined)
}

/** Shared lists are fetched only for members with a PIN who are not admin (specification §4). */
export function preloadsLists(claims: Claims | undefined): boolean {
  return claims?.pin !== undefined && !claims.roles.includes('admin')
}
