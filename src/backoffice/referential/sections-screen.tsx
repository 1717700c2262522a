import { NumberInput, Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Section } from '#shared/contract/sections.ts'
import { taxGroups } from '#shared/domain/fiscal/tax.ts'
import { countries, type Country } from '#shared/contract/countries.ts'
import { fiscalPlatforms } from '#shared/domain/countries/country-data.ts'
import { formatAmount } from '#shared/ui/money-format.ts'
import { PageHead } from '#shared/ui/page-head.tsx'
import { CountryForm } from '#backoffice/referential/country-form.tsx'
import { EditableSheet } from '#backoffice/ui/editable-sheet.tsx'
import { FormFrame } from '#backoffice/ui/forms/form-frame.tsx'
import { RowList } from '#backoffice/ui/forms/row-list.tsx'
import { useForm } from '#backoffice/ui/forms/use-form.ts'
import { useNotice } from '#backoffice/ui/notices.ts'
import { usePageKeys } from '#backoffice/ui/page-keys.ts'
import { Page } from '#backoffice/ui/page.tsx'
import { PanelFace } from '#backoffice/ui/panel-face.tsx'
import { taxGroupWords } from '#backoffice/ui/tax-group-words.ts'
import { Sheet } from '#backoffice/ui/sheet.tsx'
import { useMay } from '#backoffice/ui/rights.ts'
import { useAnswer } from '#backoffice/ui/use-answer.ts'
import { useSend } from '#backoffice/ui/use-send.ts'
import { WriteButton } from '#backoffice/ui/write-button.tsx'

const noKeys: { keys: string[]; label: string }[] = []
const mostSections = 50

/** The regulatory sections of each country: VAT group and price coefficient. */
export function SectionsScreen() {
  const { data, error, retry } = useAnswer(countries.list, {})
  const [chosen, setChosen] = useState<string | null>(null)
  const [isNew, setIsNew] = useState(false)
  const mayWrite = useMay(countries.write)
  usePageKeys(noKeys)
  const code = chosen ?? data?.[0]?.code
  const chosenCountry = data?.find((country) => country.code === code)
  return (
    <Page scrolls>
      <PageHead
        title="Pays et sections"
        facts="monnaie, billets et sections réglementaires de chaque pays"
        actions={
          mayWrite &&
          !isNew && (
            <WriteButton variant="default" onClick={() => setIsNew(true)}>
              Nouveau pays
            </WriteButton>
          )
        }
      />
      {isNew && (
        <Sheet title="Nouveau pays">
          <CountryForm country={null} onClose={() => setIsNew(false)} />
        </Sheet>
      )}
      {code === undefined ? (
        <PanelFace error={error} onRetry={retry} missingText="Aucun pays." />
      ) : (
        <Sheet
          title="Sections"
          actions={
            <Select
              aria-label="Pays"
              allowDeselect={false}
              data={(data ?? []).map((country) => ({ value: country.code, label: country.name }))}
              value={code}
              onChange={(next) => next && setChosen(next)}
            />
          }
        >
          <SectionsOf key={code} countryCode={code} />
        </Sheet>
      )}
      {chosenCountry && (
        <EditableSheet
          title={chosenCountry.name}
          mayEdit={mayWrite}
          facts={factsOf(chosenCountry)}
          form={(close) => <CountryForm country={chosenCountry} onClose={close} />}
        />
      )}
    </Page>
  )
}

function factsOf({ currency, cashRoundingStep, denominations, phoneOperators, fiscalPlatform }: Country) {
  return [
    [
      'Monnaie',
      `${currency.code}, ${currency.symbol}, ${currency.decimals} décimale${currency.decimals > 1 ? 's' : ''}`,
    ],
    ['Arrondi des espèces', formatAmount(cashRoundingStep, currency)],
    ['Billets et pièces', denominations.map((minor) => formatAmount(minor, currency)).join('\u00a0; ')],
    ['Paiement mobile', phoneOperators.join(', ') || null],
    ['Facture normalisée', fiscalPlatform === 'none' ? null : fiscalPlatforms[fiscalPlatform]],
  ] satisfies [string, string | null][]
}

function SectionsOf({ countryCode }: { countryCode: string }) {
  const { data, error, retry } = useAnswer(countries.sections, { params: { id: countryCode } })
  if (!data) return <PanelFace error={error} onRetry={retry} missingText="Ce pays n’existe pas." />
  return <SectionsForm key={JSON.stringify(data)} countryCode={countryCode} sections={data} />
}

/** A row of the form; `coefficient` as typed: « 1,32 ». */
type SectionRow = { id: string; code: string; label: string; vatGroup: Section['vatGroup']; coefficient: number | '' }

function SectionsForm({ countryCode, sections }: { countryCode: string; sections: readonly Section[] }) {
  const send = useSend()
  const say = useNotice()
  const form = useForm({
    initial: {
      sections: sections.map((section): SectionRow => ({
        ...section,
        id: section.code,
        coefficient: section.coefficient / 1000,
      })),
    },
    schema: countries.changeSections.body!,
    bodyOf: ({ sections: rows }) => ({
      sections: rows.map(({ code, label, vatGroup, coefficient }) => ({
        code,
        label,
        vatGroup,
        coefficient: coefficient === '' ? Number.NaN : Math.round(coefficient * 1000),
      })),
    }),
    send: (body) => send(countries.changeSections, { params: { id: countryCode }, body }),
    onDone: () => say({ text: 'Sections enregistrées' }),
    words: {
      used: 'Des produits ont encore la section retirée. Changez-les d’abord, ou gardez la section.',
      twice: 'Le même code est écrit deux fois.',
    },
  })
  const issue = form.errorAt('sections')
  return (
    <FormFrame
      label="Sections réglementaires"
      form={form}
      onCancel={() =>
        form.set({
          sections: sections.map((each) => ({ ...each, id: each.code, coefficient: each.coefficient / 1000 })),
        })
      }
    >
      {sections.length === 0 && form.values.sections.length === 0 && (
        <span>Aucune section : les prix de ce pays ne suivent aucun coefficient.</span>
      )}
      <RowList
        label="Sections réglementaires"
        heads={['Nom', 'Code', 'Groupe de TVA', 'Coefficient']}
        noun="section"
        rows={form.values.sections}
        onChange={(rows) => form.set({ sections: rows })}
        make={(): SectionRow => ({ id: crypto.randomUUID(), code: '', label: '', vatGroup: 'A', coefficient: '' })}
        most={mostSections}
      >
        {(row, index, change) => (
          <>
            <TextInput
              aria-label={`Nom de la section ${index + 1}`}
              placeholder="Médicament"
              autoComplete="off"
              value={row.label}
              onChange={(event) => change({ label: event.currentTarget.value })}
              error={form.errorAt(`sections.${index}.label`)}
            />
            <TextInput
              aria-label={`Code de la section ${index + 1}`}
              placeholder="medicament"
              autoComplete="off"
              value={row.code}
              onChange={(event) => change({ code: event.currentTarget.value })}
              error={form.errorAt(`sections.${index}.code`)}
            />
            <Select
              aria-label={`Groupe de TVA de la section ${index + 1}`}
              allowDeselect={false}
              data={taxGroups.map((group) => ({ value: group, label: taxGroupWords[group] }))}
              value={row.vatGroup}
              onChange={(group) => group && change({ vatGroup: group })}
            />
            <NumberInput
              aria-label={`Coefficient de la section ${index + 1}`}
              hideControls
              decimalSeparator=","
              decimalScale={3}
              min={0.001}
              max={100}
              value={row.coefficient}
              onChange={(value) => change({ coefficient: typeof value === 'number' ? value : '' })}
              error={form.errorAt(`sections.${index}.coefficient`)}
            />
          </>
        )}
      </RowList>
      {issue !== undefined && <span role="alert">{issue}</span>}
    </FormFrame>
  )
}
