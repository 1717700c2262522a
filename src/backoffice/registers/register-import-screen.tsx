import { Select } from '@mantine/core'
import { useState } from 'react'
import { registerImports } from '#shared/contract/register-imports.ts'
import { countries } from '#shared/contract/countries.ts'
import { RegisterImportSteps } from '#backoffice/registers/register-import-steps.tsx'
import { DetailHead } from '#backoffice/ui/detail-head.tsx'
import { Page } from '#backoffice/ui/page.tsx'
import { PanelFace } from '#backoffice/ui/panel-face.tsx'
import { useAnswer } from '#backoffice/ui/use-answer.ts'

/** Imports the register of a country: country, file, columns, check, import. */
export function RegisterImportScreen() {
  const { data, error, retry } = useAnswer(countries.list, {})
  const [chosen, setChosen] = useState<string | null>(null)
  // never guessed: a register in the name of another country would give its products the wrong prices
  const country = data?.find((each) => each.code === chosen)
  const kept = useAnswer(registerImports.readProfile, { params: { code: chosen ?? '' } }, { enabled: chosen !== null })
  return (
    <Page scrolls>
      <DetailHead
        back={{ to: '/referentiel/registres', title: 'Registres' }}
        title="Importer un registre"
        actions={
          <Select
            aria-label="Pays du registre"
            allowDeselect={false}
            searchable
            data={(data ?? []).map((each) => ({ value: each.code, label: each.name }))}
            placeholder="Pays du registre"
            value={chosen}
            onChange={(next) => next && setChosen(next)}
          />
        }
      />
      {data && chosen === null ? (
        <p>Choisissez d’abord le pays du registre&nbsp;: sa monnaie est celle des prix.</p>
      ) : country && kept.data ? (
        <RegisterImportSteps key={country.code} country={country} kept={kept.data.profile} />
      ) : (
        <PanelFace
          error={error ?? kept.error}
          onRetry={() => (retry(), kept.retry())}
          missingText="Aucun pays n’est connu."
        />
      )}
    </Page>
  )
}
