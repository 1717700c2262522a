import { initializeApp } from 'firebase-admin/app'
import { getAuth } from 'firebase-admin/auth'
import type { demoAccounts } from '#server/demo/demo-pharmacies.ts'

/**
 * Creates the demo's accounts in the sign-in emulator. Existing accounts are not changed, so that a till stays signed
 * in.
 */
export async function createSignInAccounts(accounts: typeof demoAccounts, projectId: string): Promise<void> {
  const auth = getAuth(initializeApp({ projectId }, 'demo-accounts'))
  for (const account of accounts) {
    const known = await auth.getUser(account.firebaseUid).then(
      () => true,
      () => false,
    )
    if (known) continue
    await auth.createUser({
      uid: account.firebaseUid,
      email: account.email,
      // An identity provider that vouches for the address would otherwise take the password away.
      emailVerified: true,
      password: account.password,
      displayName: account.name,
    })
    await auth.setCustomUserClaims(account.firebaseUid, account.claims)
  }
}
