import { useAtomValue } from 'jotai'
import { type Organization, organizations } from '#shared/contract/organizations.ts'
import { fiscalProfile } from '#shared/domain/fiscal/profiles.ts'
import { firmNumbers } from '#shared/domain/countries/country-facts.ts'
import { formatPhone } from '#shared/domain/phone.ts'
import { plural } from '#shared/ui/plural.ts'
import { aibWords } from '#backoffice/clients/aib-words.ts'
import { OrganizationFields } from '#backoffice/clients/organization-fields.tsx'
import { bodyOfOrganization, valuesOfOrganization } from '#backoffice/clients/organization-values.ts'
import { countryCodeAtom, fiscalPlatformAtom } from '#backoffice/ui/country.ts'
import { EditableSheet } from '#backoffice/ui/editable-sheet.tsx'
import { FormFrame } from '#backoffice/ui/forms/form-frame.tsx'
import { phoneIssues } from '#backoffice/ui/forms/identity-issues.ts'
import { useForm } from '#backoffice/ui/forms/use-form.ts'
import { noun } from '#backoffice/ui/lists/french-noun.ts'
import { useMay } from '#backoffice/ui/rights.ts'
import { useSend } from '#backoffice/ui/use-send.ts'

/** The identity of an organization, edited in place. */
export function OrganizationSheet({ organization }: { organization: Organization }) {
  const mayEdit = useMay(organizations.patch)
  const countryCode = useAtomValue(countryCodeAtom)
  const { name, taxId, phone, email, address, paymentDelayDays, aib } = organization
  const hasAib = fiscalProfile(useAtomValue(fiscalPlatformAtom)).aib
  return (
    <EditableSheet
      title="Identité"
      mayEdit={mayEdit}
      form={(close) => <OrganizationForm organization={organization} onClose={close} />}
      facts={[
        ['Nom', name],
        [firmNumbers(countryCode).taxId.name, taxId],
        ['Téléphone', phone && formatPhone(phone, countryCode)],
        ['E-mail', email],
        ['Adresse', address],
        ['Délai de paiement', plural(paymentDelayDays, 'jour')],
        ...(hasAib ? [['AIB', aibWords(countryCode)[aib ?? 'none']] as const] : []),
      ]}
    />
  )
}

function OrganizationForm({ organization, onClose }: { organization: Organization; onClose: () => void }) {
  const send = useSend()
  const countryCode = useAtomValue(countryCodeAtom)
  const initial = valuesOfOrganization(organization, countryCode)
  const form = useForm({
    initial,
    noun: noun('organisme', 'm'),
    schema: organizations.patch.body!,
    bodyOf: bodyOfOrganization,
    // An unchanged phone is not checked: an invalid imported number must not prevent other changes.
    check: ({ phone }) => (phone === initial.phone ? [] : phoneIssues(phone, countryCode)),
    send: (body) => send(organizations.patch, { params: { id: organization.id }, body }),
    onDone: onClose,
  })
  return (
    <FormFrame label="Identité" form={form} onCancel={onClose}>
      <OrganizationFields form={form} autoFocus />
    </FormFrame>
  )
}
