import { Select, Switch, TextInput } from '@mantine/core'
import type { ServiceOffer } from '#shared/contract/pharmacy-settings.ts'
import { pharmacies, type Pharmacy } from '#shared/contract/users.ts'
import { autoLockChoices, defaultAutoLock, defaultOfficeLock, officeLockChoices } from '#shared/domain/auto-lock.ts'
import { fiscalPlatforms } from '#shared/domain/countries/country-data.ts'
import { firmNumbers } from '#shared/domain/countries/country-facts.ts'
import { fiscalProfile } from '#shared/domain/fiscal/profiles.ts'
import { tokenEndsIn } from '#shared/domain/fiscal/fiscal-token.ts'
import { pharmacyNow } from '#shared/pharmacy-time.ts'
import { formatShortDay } from '#shared/ui/date-format.ts'
import { useCurrency } from '#shared/ui/currency.tsx'
import { formatAmount } from '#shared/ui/money-format.ts'
import { Money } from '#shared/ui/money.tsx'
import { readAmount } from '#shared/ui/read-amount.ts'
import { RowList } from '#backoffice/ui/forms/row-list.tsx'
import { BankAccountsForm } from '#backoffice/settings/bank-accounts-form.tsx'
import { EngineSheet } from '#backoffice/settings/engine-sheet.tsx'
import { FiscalAccountForm, fiscalAccountFacts } from '#backoffice/settings/fiscal-account-form.tsx'
import { choiceFacts, FiscalChoiceForm, hasChoice } from '#backoffice/settings/fiscal-choice-form.tsx'
import { FiscalOutageForm, outageFacts } from '#backoffice/settings/fiscal-outage-form.tsx'
import { FiscalTokenForm } from '#backoffice/settings/fiscal-token-form.tsx'
import { FiscalTokenTest } from '#backoffice/settings/fiscal-token-test.tsx'
import { TaxForm, taxFacts } from '#backoffice/settings/tax-form.tsx'
import { PeersSheet } from '#backoffice/settings/peers-form.tsx'
import { IdentityForm } from '#backoffice/settings/identity-form.tsx'
import { SettingsPage } from '#backoffice/settings/settings-page.tsx'
import classes from '#backoffice/settings/settings.module.css'
import { EditableSheet } from '#backoffice/ui/editable-sheet.tsx'
import { AmountField } from '#backoffice/ui/forms/amount-field.tsx'
import { FormFrame } from '#backoffice/ui/forms/form-frame.tsx'
import { useForm } from '#backoffice/ui/forms/use-form.ts'
import type { Fact, FactList } from '#backoffice/ui/sheet.tsx'
import { useSend } from '#backoffice/ui/use-send.ts'

const mostServices = 100
type ServiceRow = { id: string; label: string; price: string }

/** The token of the platform: whose it is, its end, and how it is tried. The machine and the end are what it says itself. */
function fiscalFacts(
  { country, fiscalTokenSetAt, fiscalNim, fiscalTokenExpiresAt }: Pharmacy,
  mayEdit: boolean,
): Fact[] {
  const name = `Jeton ${fiscalPlatforms[country.fiscalPlatform]}`
  if (!fiscalTokenSetAt) return [[name, 'Pas encore enregistré']]
  const daysLeft = fiscalTokenExpiresAt ? tokenEndsIn(fiscalTokenExpiresAt, pharmacyNow().getTime()) : null
  return [
    [name, `Enregistré le ${formatShortDay(fiscalTokenSetAt)}, gardé chiffré`],
    ...(fiscalNim ? [['Machine (NIM)', fiscalNim] as const] : []),
    ...(fiscalTokenExpiresAt ? [['Jeton valable', endWords(fiscalTokenExpiresAt, daysLeft)] as const] : []),
    ...(mayEdit ? [['Essai', <FiscalTokenTest key="test" token={null} />] as const] : []),
  ]
}

function endWords(expiresAt: string, daysLeft: number | null): string {
  if (daysLeft === 0) return `échu le ${formatShortDay(expiresAt)}\u00a0: demandez le suivant à votre centre des impôts`
  const until = `jusqu’au ${formatShortDay(expiresAt)}`
  if (daysLeft === null) return until
  return `${until}, encore ${daysLeft} jour${daysLeft > 1 ? 's' : ''}\u00a0: demandez le suivant à votre centre des impôts`
}

/** Settings of the pharmacy for all terminals: opening hours, services and more. */
export function PharmacySettingsScreen() {
  return (
    <SettingsPage title="Pharmacie" facts="valable pour tous les postes">
      {(pharmacy, mayEdit) => (
        <>
          <EditableSheet
            title="Au comptoir"
            mayEdit={mayEdit}
            facts={factsOf(pharmacy)}
            form={(close) => <CounterForm pharmacy={pharmacy} onClose={close} />}
          />
          <EditableSheet
            title="Identité"
            hasKey={false}
            mayEdit={mayEdit}
            facts={[
              ['Nom', pharmacy.name],
              ['Adresse', [pharmacy.address, pharmacy.city].filter(Boolean).join(', ') || null],
              ['Téléphone', pharmacy.phone || null],
              [firmNumbers(pharmacy.country.code).taxId.name, pharmacy.taxId],
              [firmNumbers(pharmacy.country.code).tradeRegister, pharmacy.tradeRegister ?? null],
            ]}
            form={(close) => <IdentityForm pharmacy={pharmacy} onClose={close} />}
          />
          <EditableSheet
            title="Coordonnées bancaires"
            hasKey={false}
            mayEdit={mayEdit}
            facts={accountFacts(pharmacy)}
            form={(close) => <BankAccountsForm pharmacy={pharmacy} onClose={close} />}
          />
          <EditableSheet
            title="Taxes"
            hasKey={false}
            mayEdit={mayEdit}
            facts={taxFacts(pharmacy)}
            form={(close) => <TaxForm pharmacy={pharmacy} onClose={close} />}
          />
          {pharmacy.country.fiscalPlatform !== 'none' && (
            <>
              <EditableSheet
                title="Facture normalisée"
                hasKey={false}
                mayEdit={mayEdit}
                facts={fiscalFacts(pharmacy, mayEdit)}
                form={(close) => <FiscalTokenForm pharmacy={pharmacy} onClose={close} />}
              />
              <EditableSheet
                title="Panne de la plateforme fiscale"
                hasKey={false}
                mayEdit={mayEdit}
                facts={outageFacts(pharmacy)}
                form={(close) => <FiscalOutageForm pharmacy={pharmacy} onClose={close} />}
              />
              {hasChoice(pharmacy) && (
                <EditableSheet
                  title="Ce qui est normalisé"
                  hasKey={false}
                  mayEdit={mayEdit}
                  facts={choiceFacts(pharmacy)}
                  form={(close) => <FiscalChoiceForm pharmacy={pharmacy} onClose={close} />}
                />
              )}
              {fiscalProfile(pharmacy.country.fiscalPlatform).hasAccount && (
                <EditableSheet
                  title="Compte de la plateforme fiscale"
                  hasKey={false}
                  mayEdit={mayEdit}
                  facts={fiscalAccountFacts(pharmacy)}
                  form={(close) => <FiscalAccountForm pharmacy={pharmacy} onClose={close} />}
                />
              )}
            </>
          )}
          <PeersSheet pharmacy={pharmacy} mayEdit={mayEdit} />
          {mayEdit && <EngineSheet />}
        </>
      )}
    </SettingsPage>
  )
}

function factsOf({ settings: { services, ...settings } }: Pharmacy): Parameters<typeof FactList>[0]['facts'] {
  const { openingHours, centralCashier, blindCount, listOneNeedsPrescription } = settings
  const offered = services.length === 0 ? null : <Services services={services} />
  return [
    ['Horaires', openingHours || null],
    [
      'Encaissement',
      centralCashier ? 'Caisse centrale\u00a0: le vendeur prépare, le caissier encaisse' : 'Chaque vendeur encaisse',
    ],
    [
      'Comptage de la caisse',
      blindCount
        ? 'À l’aveugle\u00a0: au comptoir, le montant attendu s’affiche seulement après le comptage'
        : 'Le montant attendu s’affiche à tout moment aux membres qui ont le droit de le voir',
    ],
    [
      'Ordonnance',
      listOneNeedsPrescription
        ? 'Exigée pour les stupéfiants et la liste I, sauf pour les membres qui ont le droit de délivrer sans ordonnance'
        : 'Exigée pour les stupéfiants, sauf pour les membres qui ont le droit de délivrer sans ordonnance',
    ],
    [
      'Verrouillage',
      `Un poste inutilisé se verrouille après ${minutesText(settings.autoLockMinutes)} au comptoir, ${minutesText(settings.officeLockMinutes)} en gestion`,
    ],
    ['Prestations', offered],
  ]
}

/** What bills say of them. */
function accountFacts({ bankAccounts = [] }: Pharmacy): Parameters<typeof FactList>[0]['facts'] {
  if (bankAccounts.length === 0) return [['Comptes', 'Aucun\u00a0: les factures ne disent pas où payer']]
  return bankAccounts.map(({ name, number, iban }) => [name, iban ? `${number}, IBAN\u00a0${iban}` : number])
}

function minutesText(minutes: number): string {
  return `${minutes}\u00a0minute${minutes === 1 ? '' : 's'}`
}

function Services({ services }: { services: readonly ServiceOffer[] }) {
  return (
    <ul className={classes.services}>
      {services.map(({ id, label, price }) => (
        <li key={id}>
          {label}
          <Money amount={price} unit />
        </li>
      ))}
    </ul>
  )
}

function CounterForm({ pharmacy: { settings }, onClose }: { pharmacy: Pharmacy; onClose: () => void }) {
  const send = useSend()
  const currency = useCurrency()
  const form = useForm({
    initial: {
      openingHours: settings.openingHours,
      centralCashier: settings.centralCashier,
      blindCount: settings.blindCount,
      listOneNeedsPrescription: settings.listOneNeedsPrescription,
      autoLockMinutes: settings.autoLockMinutes,
      officeLockMinutes: settings.officeLockMinutes,
      services: settings.services.map(({ id, label, price }): ServiceRow => ({
        id,
        label,
        price: formatAmount(price, currency),
      })),
    },
    schema: pharmacies.changeSettings.body!,
    bodyOf: ({ services, ...values }) => ({
      ...values,
      services: services.map(({ id, label, price }) => ({ id, label, price: readAmount(price, currency) })),
    }),
    send: (body) => send(pharmacies.changeSettings, { body }),
    onDone: onClose,
    words: { twice: 'Déjà dans la liste.' },
  })
  return (
    <FormFrame label="Au comptoir" form={form} onCancel={onClose}>
      <TextInput
        label="Horaires"
        description="Affichés aux clients sur le deuxième écran quand aucune vente n’est en cours."
        placeholder="Lun.–sam. 8 h–20 h"
        autoComplete="off"
        {...form.text('openingHours')}
      />
      <Switch
        label="Caisse centrale"
        description={
          'Les vendeurs préparent et envoient en caisse. Un caissier, le titulaire ou un autre membre qui peut fermer une caisse encaisse.'
        }
        checked={form.values.centralCashier}
        onChange={(event) => form.set({ centralCashier: event.currentTarget.checked })}
      />
      <Switch
        label="Comptage à l’aveugle"
        description="Au comptoir, personne ne voit le montant attendu ni les montants des ventes du jour avant le comptage, même avec le droit de voir le montant attendu."
        checked={form.values.blindCount}
        onChange={(event) => form.set({ blindCount: event.currentTarget.checked })}
      />
      <Switch
        label="Ordonnance exigée pour la liste I"
        description={
          'Prescripteur et date sont obligatoires avant de terminer la vente, comme pour les stupéfiants, sauf pour les membres qui ont le droit de délivrer sans ordonnance.'
        }
        checked={form.values.listOneNeedsPrescription}
        onChange={(event) => form.set({ listOneNeedsPrescription: event.currentTarget.checked })}
      />
      <Select
        label="Verrouillage automatique au comptoir"
        description="Quand personne n’utilise le poste (écran, clavier ou scan), sa session se ferme. Ses ventes ouvertes sont gardées."
        data={autoLockChoices.map((minutes) => ({ value: String(minutes), label: minutesText(minutes) }))}
        allowDeselect={false}
        value={String(form.values.autoLockMinutes)}
        onChange={(value) =>
          form.set({ autoLockMinutes: autoLockChoices.find((minutes) => String(minutes) === value) ?? defaultAutoLock })
        }
      />
      <Select
        label="Verrouillage automatique en gestion"
        description="Quand la dernière fenêtre utilisée du poste est la gestion."
        data={officeLockChoices.map((minutes) => ({ value: String(minutes), label: minutesText(minutes) }))}
        allowDeselect={false}
        value={String(form.values.officeLockMinutes)}
        onChange={(value) =>
          form.set({
            officeLockMinutes: officeLockChoices.find((minutes) => String(minutes) === value) ?? defaultOfficeLock,
          })
        }
      />
      <RowList
        label="Prestations"
        noun="prestation"
        rows={form.values.services}
        onChange={(services) => form.set({ services })}
        make={() => ({ id: crypto.randomUUID(), label: '', price: '' })}
        most={mostServices}
      >
        {(row, index, change) => (
          <>
            <TextInput
              aria-label={`Nom de la prestation ${index + 1}`}
              placeholder="Prise de tension"
              autoComplete="off"
              value={row.label}
              onChange={(event) => change({ label: event.currentTarget.value })}
              error={form.errorAt(`services.${index}.label`)}
            />
            <AmountField
              aria-label={`Prix de la prestation ${index + 1}`}
              value={row.price}
              onChange={(price) => change({ price })}
              error={form.errorAt(`services.${index}.price`)}
            />
          </>
        )}
      </RowList>
    </FormFrame>
  )
}
