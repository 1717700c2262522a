import type { Actor } from '#server/context.ts'

/** The custom claims of a member's token (product.md §1). */
export type MemberClaims = { pharmacyId: string; pin: string; roles: string[]; domainId: string }

/** Who is who: reads tokens, signs new ones. */
export type Identity = {
  /** The bearer of an identity token. Throws `auth:invalidToken`. */
  actorOf(token: string): Promise<Actor>
  /** A custom token that the sign-in service exchanges for an identity token with these claims. */
  signIn(userId: string, claims: MemberClaims): Promise<string>
  /** Forget what was read of this pharmacy's users and roles: they changed. */
  forget(pharmacyId: string): void
  hashPin(pharmacyId: string, pin: string): Promise<{ pin_hash: string; pin_mac: string }>
}
