import { randomUUID } from 'node:crypto'
import { expect, test } from './journey.ts'
import { MembersFile } from './pages/members-file.ts'
import { gilles } from './people.ts'
import { lettersOf } from './shop-api.ts'

test('a members file with a wrong line imports nobody; the mended one imports all, and is read the same way next time', async ({
  backOffice,
}) => {
  const family = `Zan${lettersOf(randomUUID())}`
  const number = lettersOf(randomUUID())
  const file = (born: string) =>
    [
      'Matricule;Nom de famille;Prénoms;Né le;Taux',
      `${number}-1;${family};Félicité;12/03/1984;80`,
      `${number}-2;${family};Gérard;${born};80`,
    ].join('\r\n')
  const members = new MembersFile(backOffice)
  await backOffice.open(gilles)
  await members.open()

  await members.choose(file('31/02/1990'))
  await expect(members.column('Prénom')).toHaveValue('Prénoms')
  await members.check()
  await expect(members.rows).toHaveCount(1)
  await expect(members.rows).toContainText(/^3.*Gérard.*31\/02\/1990/)
  await expect(members.import).toBeDisabled()

  await members.choose(file('28/02/1990'))
  await members.check()
  await expect(members.rows).toHaveCount(2)
  await members.import.click()
  await expect(members.summary).toContainText(/2\snouveaux/)
  await expect(await members.seeMember(family)).toHaveCount(2)

  await members.open()
  await members.choose(file('28/02/1990'))
  await expect(backOffice.page.getByText('comme la dernière fois')).toBeVisible()
  await members.check()
  await expect(members.rows.first()).toContainText('Inchangé')
})
