import { TextInput } from '@mantine/core'
import { useAtomValue } from 'jotai'
import { pharmacies, type Pharmacy } from '#shared/contract/users.ts'
import { terminalCodeForm } from '#shared/domain/terminal-code.ts'
import { terminalAtom } from '#shared/store/identity/identity-atoms.ts'
import { FormFrame } from '#backoffice/ui/forms/form-frame.tsx'
import { RowList } from '#backoffice/ui/forms/row-list.tsx'
import { useForm } from '#backoffice/ui/forms/use-form.ts'
import type { Fact } from '#backoffice/ui/sheet.tsx'
import { useSend } from '#backoffice/ui/use-send.ts'

const mostTills = 100

export function fiscalAccountFacts({ name, phone, settings: { fiscalAccount } }: Pharmacy): Fact[] {
  if (!fiscalAccount) return [['Compte', 'Pas encore saisi\u00a0: aucune facture ne peut être normalisée']]
  const { establishment, pointOfSale, email, tills } = fiscalAccount
  return [
    ['Établissement', establishment],
    ['Point de vente', pointOfSale],
    ...tills.map((till): Fact => [`Poste ${till.terminalCode}`, till.pointOfSale]),
    ['Client de passage', [fiscalAccount.name ?? name, fiscalAccount.phone ?? phone, email].filter(Boolean).join(', ')],
  ]
}

/** What a platform of accounts knows of the pharmacy: its establishment, its points of sale, a contact for walk-ins. */
export function FiscalAccountForm({ pharmacy, onClose }: { pharmacy: Pharmacy; onClose: () => void }) {
  const send = useSend()
  const here = useAtomValue(terminalAtom)?.terminalCode
  const { fiscalAccount } = pharmacy.settings
  const form = useForm({
    initial: {
      establishment: fiscalAccount?.establishment ?? '',
      pointOfSale: fiscalAccount?.pointOfSale ?? '',
      name: fiscalAccount?.name ?? '',
      phone: fiscalAccount?.phone ?? '',
      email: fiscalAccount?.email ?? '',
      tills: (fiscalAccount?.tills ?? []).map((till) => ({ id: crypto.randomUUID() as string, ...till })),
    },
    schema: pharmacies.changeSettings.body!,
    bodyOf: ({ tills, ...account }) => ({
      fiscalAccount: {
        ...account,
        tills: tills.map(({ terminalCode, pointOfSale }) => ({ terminalCode, pointOfSale })),
      },
    }),
    send: (body) => send(pharmacies.changeSettings, { body }),
    onDone: onClose,
    check: ({ tills }) =>
      tills.flatMap(({ terminalCode }, index) =>
        terminalCodeForm.test(terminalCode.trim().toUpperCase())
          ? []
          : [
              {
                path: `fiscalAccount.tills.${index}.terminalCode`,
                text: 'Quatre signes, comme sur l’écran de verrouillage du poste.',
              },
            ],
      ),
    words: { twice: 'Déjà dans la liste.' },
  })
  const text = (name: 'establishment' | 'pointOfSale' | 'name' | 'phone' | 'email') =>
    form.text(name, `fiscalAccount.${name}`)
  return (
    <FormFrame label="Compte de la plateforme fiscale" form={form} onCancel={onClose}>
      <TextInput
        label="Établissement"
        description="Tel qu’il est écrit dans votre compte sur la plateforme."
        autoComplete="off"
        {...text('establishment')}
      />
      <TextInput
        label="Point de vente"
        description="Celui de tous les postes qui n’ont pas le leur ci-dessous."
        autoComplete="off"
        {...text('pointOfSale')}
      />
      <RowList
        label="Caisses avec leur propre point de vente"
        noun="caisse"
        rows={form.values.tills}
        onChange={(tills) => form.set({ tills })}
        make={() => ({ id: crypto.randomUUID() as string, terminalCode: '', pointOfSale: '' })}
        most={mostTills}
      >
        {(row, index, change) => (
          <>
            <TextInput
              aria-label={`Code du poste ${index + 1}`}
              placeholder={here ? `Code du poste, ${here} pour celui-ci` : 'Code du poste'}
              autoComplete="off"
              value={row.terminalCode}
              onChange={(event) => change({ terminalCode: event.currentTarget.value })}
              error={form.errorAt(`fiscalAccount.tills.${index}.terminalCode`)}
            />
            <TextInput
              aria-label={`Point de vente de la caisse ${index + 1}`}
              placeholder="Point de vente"
              autoComplete="off"
              value={row.pointOfSale}
              onChange={(event) => change({ pointOfSale: event.currentTarget.value })}
              error={form.errorAt(`fiscalAccount.tills.${index}.pointOfSale`)}
            />
          </>
        )}
      </RowList>
      <TextInput
        label="Nom donné pour un client de passage"
        description="La plateforme exige un contact, même quand le client ne donne pas le sien."
        placeholder={pharmacy.name}
        autoComplete="off"
        {...text('name')}
      />
      <TextInput
        label="Téléphone donné pour un client de passage"
        placeholder={pharmacy.phone}
        autoComplete="off"
        {...text('phone')}
      />
      <TextInput label="E-mail donné pour un client de passage" autoComplete="off" {...text('email')} />
    </FormFrame>
  )
}
