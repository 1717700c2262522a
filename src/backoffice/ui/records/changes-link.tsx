import { audit } from '#shared/contract/audit.ts'
import { useMay } from '#backoffice/ui/rights.ts'
import { TextLink } from '#backoffice/ui/text-link.tsx'

/** From a record to its changes of all days, for who may read the audit. */
export function ChangesLink({ id }: { id: string }) {
  return useMay(audit.list) ? <TextLink to={`/parametres/journal/${id}`}>Qui a changé quoi</TextLink> : null
}
