import { randomUUID } from 'node:crypto'
import { expect, test } from './journey.ts'
import { InsuredFile } from './pages/insured-file.ts'
import { gilles } from './people.ts'
import { lettersOf } from './shop-api.ts'

test(
  'a file of insured with a wrong line imports nobody; the mended one imports all, and is read the same way next time',
  { tag: ['@backoffice/insured', '@server/insured-imports', '@server/file-profiles'] },
  async ({ backOffice }) => {
    const family = `Zan${lettersOf(randomUUID())}`
    const number = lettersOf(randomUUID())
    const file = (born: string) =>
      [
        'Matricule;Nom de famille;Prénoms;Né le;Taux',
        `${number}-1;${family};Félicité;12/03/1984;80`,
        `${number}-2;${family};Gérard;${born};80`,
      ].join('\r\n')
    const insured = new InsuredFile(backOffice)
    await backOffice.open(gilles, '/assurances')
    await insured.open()

    await insured.choose(file('31/02/1990'))
    await expect(insured.column('Prénom')).toHaveValue('Prénoms')
    await insured.check()
    await expect(insured.rows).toHaveCount(1)
    await expect(insured.rows).toContainText(/^3.*Gérard.*31\/02\/1990/)
    await expect(insured.import).toBeDisabled()

    await insured.choose(file('28/02/1990'))
    await insured.check()
    await expect(insured.rows).toHaveCount(2)
    await insured.import.click()
    await expect(insured.summary).toContainText(/2\sajouts/)
    await expect(await insured.seeInsured(family)).toHaveCount(2)

    await insured.open()
    await insured.choose(file('28/02/1990'))
    await expect(backOffice.page.getByText('comme la dernière fois')).toBeVisible()
    await insured.check()
    await expect(insured.rows.first()).toContainText('Inchangé')
  },
)
