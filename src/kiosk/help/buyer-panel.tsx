import { Button, Modal, TextInput } from '@mantine/core'
import { useAtomValue } from 'jotai'
import { type FormEvent, useState } from 'react'
import { patientOfAtom } from '#kiosk/counter/coverage/coverage-facts.ts'
import { OrganizationPicker } from '#kiosk/counter/payment/client-picker.tsx'
import { tradeAtom } from '#kiosk/counter/sale/counter-atoms.ts'
import type { SaleEdit } from '#kiosk/counter/sale/edit-sale.ts'
import choice from '#kiosk/ui/named-choice.module.css'
import { firmNumbers } from '#shared/domain/countries/country-facts.ts'
import { aibLabel } from '#shared/domain/fiscal/aib.ts'
import { isClientTaxId, taxIdOf, type Buyer } from '#shared/domain/fiscal/buyer.ts'
import { fiscalProfile } from '#shared/domain/fiscal/profiles.ts'
import type { LocalSale } from '#shared/domain/local-sale.ts'
import { displayName } from '#shared/domain/person.ts'
import { formatPhone } from '#shared/domain/phone.ts'
import { setBuyer } from '#shared/domain/sale-lines.ts'
import { organizationsAtom } from '#shared/store/lists/organization-list-atoms.ts'
import classes from './help.module.css'

interface BuyerPanelProps {
  sale: LocalSale
  onEdit: (edit: SaleEdit) => void
  onClose: () => void
}

type Draft = Record<'name' | 'taxId' | 'contact' | 'address', string> & Pick<Buyer, 'organizationId' | 'aib'>

/**
 * « Facture au nom de »: a known organization, the patient of the sale, or typed. What is kept is what the invoice will
 * say; the record of the client may change afterwards.
 */
export function BuyerPanel({ sale, onEdit, onClose }: BuyerPanelProps) {
  const { countryCode, fiscalPlatform } = useAtomValue(tradeAtom)
  const organizations = useAtomValue(organizationsAtom)
  const patientOf = useAtomValue(patientOfAtom)
  const [draft, setDraft] = useState(() => draftOf(sale.buyer ?? null))
  const [isChecked, setIsChecked] = useState(false)
  const { name: taxName, form } = firmNumbers(countryCode).taxId
  // With plain spaces: it is a text that is sent and searched.
  const phoneText = (phone: string | null | undefined) =>
    phone ? formatPhone(phone, countryCode).replaceAll(/\s/g, ' ') : null
  const taxId = taxIdOf(draft.taxId)
  const isNamed = draft.name.trim() !== ''
  const isValid = isClientTaxId(taxId, fiscalPlatform)

  const take = (buyer: Buyer) => {
    setDraft(draftOf(buyer))
    setIsChecked(true)
  }
  const keep = (event: FormEvent) => {
    event.preventDefault()
    setIsChecked(true)
    if (!isNamed || !isValid) return
    const { organizationId, name, contact, address, aib } = draft
    const typed = { organizationId, name: name.trim(), taxId, contact: textOf(contact), address: textOf(address) }
    const buyer = { ...typed, ...(aib ? { aib } : {}) }
    onEdit((stored) => setBuyer(stored, buyer))
    onClose()
  }
  const forget = () => {
    onEdit((stored) => setBuyer(stored, null))
    onClose()
  }
  const field = (key: Exclude<keyof Draft, 'organizationId' | 'aib'>) => ({
    size: 'sm',
    autoComplete: 'off',
    maxLength: key === 'taxId' ? 40 : 200,
    value: draft[key],
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
      // Another name is another client: the record that was taken is not his, nor is its AIB.
      setDraft({
        ...draft,
        [key]: currentTarget.value,
        ...(key === 'name' ? { organizationId: null, aib: undefined } : {}),
      }),
  })

  return (
    <Modal
      opened
      onClose={onClose}
      title="Facture au nom de"
      size={880}
      classNames={{ title: classes.title, header: classes.header, body: classes.body }}
    >
      <form onSubmit={keep} noValidate>
        <div className={classes.buyer}>
          <div className={choice.picker}>
            {sale.patient && (
              <button
                type="button"
                className={`${choice.hit} officine-focus`}
                onClick={() =>
                  take({
                    organizationId: null,
                    name: displayName(sale.patient),
                    taxId: null,
                    contact: phoneText(patientOf(sale.patient)?.phone),
                    address: null,
                  })
                }
              >
                <b>{displayName(sale.patient)}</b>
                <span>le patient de la vente</span>
              </button>
            )}
            <OrganizationPicker
              label="Organisme connu"
              onChoose={({ id }) => {
                const known = organizations.get(id)
                if (!known) return
                take({
                  organizationId: id,
                  name: known.name,
                  taxId: known.taxId && taxIdOf(known.taxId),
                  contact: phoneText(known.phone) ?? known.email,
                  address: known.address,
                  ...(known.aib && fiscalProfile(fiscalPlatform).aib ? { aib: known.aib } : {}),
                })
              }}
            />
          </div>
          <div className={choice.picker}>
            <TextInput
              label="Nom ou raison sociale"
              data-autofocus
              {...field('name')}
              error={isChecked && !isNamed && 'Écrivez pour qui est la facture.'}
            />
            <TextInput
              label={taxName}
              {...field('taxId')}
              placeholder={form?.text}
              error={
                isChecked &&
                !isValid &&
                `${taxName} attendu\u00a0: ${form?.text ?? 'celui du pays'}. Corrigez-le, ou laissez-le vide.`
              }
            />
            <TextInput label="Téléphone ou e-mail" {...field('contact')} />
            <TextInput label="Adresse" {...field('address')} />
            {draft.aib && (
              <p className={classes.aib}>{aibLabel(draft.aib)} en plus du prix, d’après la fiche de l’organisme.</p>
            )}
          </div>
        </div>
        <Foot onForget={sale.buyer ? forget : null} />
      </form>
    </Modal>
  )
}

function Foot({ onForget }: { onForget: (() => void) | null }) {
  return (
    <div className={classes.foot}>
      <span>
        {onForget && (
          <Button variant="default" size="md" onClick={onForget}>
            Facture sans nom
          </Button>
        )}
      </span>
      <Button size="md" type="submit">
        Garder et revenir à la vente
      </Button>
    </div>
  )
}

function draftOf(buyer: Buyer | null): Draft {
  return {
    organizationId: buyer?.organizationId ?? null,
    name: buyer?.name ?? '',
    taxId: buyer?.taxId ?? '',
    contact: buyer?.contact ?? '',
    address: buyer?.address ?? '',
    aib: buyer?.aib,
  }
}

function textOf(typed: string): string | null {
  return typed.trim() || null
}
