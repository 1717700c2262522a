import { Select, TextInput } from '@mantine/core'
import { accountKinds, type BankAccount, pharmacies, type Pharmacy } from '#shared/contract/users.ts'
import { isIban } from '#shared/domain/iban.ts'
import { FormFrame } from '#backoffice/ui/forms/form-frame.tsx'
import { RowList } from '#backoffice/ui/forms/row-list.tsx'
import { useForm } from '#backoffice/ui/forms/use-form.ts'
import { useSend } from '#backoffice/ui/use-send.ts'

const mostAccounts = 10
const kindWords: Record<BankAccount['kind'], string> = { bank: 'Banque', 'mobile-money': 'Mobile' }

/** Where payers send their money, as bills say it. */
export function BankAccountsForm({ pharmacy, onClose }: { pharmacy: Pharmacy; onClose: () => void }) {
  const send = useSend()
  const form = useForm({
    initial: {
      bankAccounts: (pharmacy.bankAccounts ?? []).map(({ iban, ...account }) => ({ ...account, iban: iban ?? '' })),
    },
    schema: pharmacies.changeIdentity.body!,
    bodyOf: (values) => values,
    send: (body) => send(pharmacies.changeIdentity, { body }),
    onDone: onClose,
    check: ({ bankAccounts }) =>
      bankAccounts.flatMap(({ iban }, index) =>
        iban.trim() === '' || isIban(iban)
          ? []
          : [{ path: `bankAccounts.${index}.iban`, text: 'Une faute de frappe\u00a0: la clé de cet IBAN est fausse.' }],
      ),
    words: { twice: 'Déjà dans la liste.' },
  })
  return (
    <FormFrame label="Coordonnées bancaires" form={form} onCancel={onClose}>
      <RowList
        label="Coordonnées bancaires"
        noun="coordonnée bancaire"
        heads={['Banque ou opérateur', 'Nature', 'RIB ou numéro', 'IBAN']}
        rows={form.values.bankAccounts}
        onChange={(bankAccounts) => form.set({ bankAccounts })}
        make={() => ({ id: crypto.randomUUID(), kind: 'bank' as const, name: '', number: '', iban: '' })}
        most={mostAccounts}
      >
        {(row, index, change) => {
          const field = (name: 'name' | 'number' | 'iban', label: string, placeholder: string) => (
            <TextInput
              aria-label={`${label} ${index + 1}`}
              placeholder={placeholder}
              autoComplete="off"
              value={row[name]}
              onChange={(event) => change({ [name]: event.currentTarget.value })}
              error={form.errorAt(`bankAccounts.${index}.${name}`)}
            />
          )
          return (
            <>
              {field(
                'name',
                'Banque ou opérateur',
                row.kind === 'bank' ? 'Nom de la banque' : (pharmacy.country.phoneOperators[0] ?? 'Nom de l’opérateur'),
              )}
              {/* its hidden input would be a column of its own */}
              <div>
                <Select
                  aria-label={`Nature ${index + 1}`}
                  data={accountKinds.map((value) => ({ value, label: kindWords[value] }))}
                  allowDeselect={false}
                  value={row.kind}
                  onChange={(kind) => change({ kind: kind as BankAccount['kind'], iban: '' })}
                />
              </div>
              {field(
                'number',
                'RIB ou numéro',
                row.kind === 'bank' ? 'Relevé d’identité bancaire' : 'Numéro de téléphone',
              )}
              {row.kind === 'bank' ? field('iban', 'IBAN', `${pharmacy.country.code}…`) : <span />}
            </>
          )
        }}
      </RowList>
    </FormFrame>
  )
}
