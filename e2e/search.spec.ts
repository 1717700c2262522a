import { expect, test } from './journey.ts'

const forgiven: readonly { typed: string; found: RegExp; because: string }[] = [
  { typed: 'paracetamol', found: /Paracétamol/, because: 'accents' },
  { typed: 'PARACETMOL', found: /Paracétamol/, because: 'capitals and a letter left out' },
  { typed: 'clavulanique amoxi', found: /Amoxicilline.*acide clavulanique/i, because: 'order of the words' },
  { typed: 'efferalgan 1g', found: /Efferalgan 1\sg/, because: 'a space left out' },
  { typed: 'eferalgan', found: /Efferalgan/, because: 'a letter that should be doubled' },
  { typed: 'dolipranne 1000', found: /Doliprane/, because: 'a letter too many' },
  { typed: 'amoxiciline', found: /Amoxicilline/i, because: 'the DCI, misspelt' },
  { typed: '3400935955838', found: /Doliprane 1000/, because: 'a code typed by hand' },
]

test('the search forgives accents, capitals, the order of words and one typo', async ({ till }) => {
  await till.open()
  for (const { typed, found, because } of forgiven) {
    await till.search.fill(typed)
    await expect(till.hits.first(), `« ${typed} »: ${because}`).toContainText(found)
  }
  await till.search.fill('zzqxw')
  await expect(till.hits).toHaveText(/Aucun résultat pour «\szzqxw\s»/)
  await till.page.getByRole('button', { name: 'Effacer la recherche' }).last().click()
  await expect(till.search).toHaveValue('')
  await expect(till.search).toBeFocused()
})
