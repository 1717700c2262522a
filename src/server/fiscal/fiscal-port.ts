import type { FiscalProfile } from '#shared/domain/fiscal/profiles.ts'
import type { FiscalSimulators } from '#server/base/config.ts'
import { emcfFamily } from '#server/fiscal/emcf-family.ts'
import type { FiscalFamilyPort, FiscalSeller } from '#server/fiscal/fiscal-family.ts'
import type { Ask } from '#server/fiscal/fiscal-http.ts'
import { signFamily } from '#server/fiscal/sign-family.ts'

/**
 * Where a platform answers: a simulator, else its test platform for a machine of the tests (its number begins with TS)
 * and where no other is public, else the true one.
 */
export function addressesOf(
  { family, test, production }: FiscalProfile,
  { nim, simulators }: { nim: string | null; simulators: FiscalSimulators },
): FiscalSeller['addresses'] {
  const simulator = simulators[family]
  if (simulator !== undefined)
    return family === 'sign'
      ? { invoice: `${simulator}/external/invoices/`, info: null }
      : { invoice: `${simulator}/api/invoice/`, info: `${simulator}/api/info/` }
  return production === null || nim?.startsWith('TS') ? test : production
}

/** The port of a country; null where there is no platform, or only a machine on a cable. */
export function openFiscalPort(profile: FiscalProfile, seller: FiscalSeller, ask: Ask): FiscalFamilyPort | null {
  switch (profile.family) {
    case 'emcf':
      return emcfFamily(profile, seller, ask)
    case 'sign':
      return signFamily(profile, seller, ask)
    case 'device':
    case 'none':
      return null
  }
}
