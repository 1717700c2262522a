/**
 * `npm run bench:search` measures from a key to the result on the screen of the real kiosk with 52,000 products,
 * compared with a bare page in the same browser; and the search index alone, in Node. `-- --index` measures only the
 * index.
 */
import { campGuezo } from '#server/demo/demo-pharmacies.ts'
import { searchItem } from '#shared/store/lists/product-view.ts'
import { openBarePage } from './support/bare-page.ts'
import { catalogue } from './support/catalogue.ts'
import { measureIndexAlone } from './support/index-alone.ts'
import { inKioskOf } from './support/kiosk-of.ts'
import { openSearch, waitForProducts } from './support/kiosk-page.ts'
import { stockCatalogue } from './support/stock-catalogue.ts'
import { queryKinds, typedQueries } from './support/typed-queries.ts'
import { compareTyping, textsOf } from './support/typed-search.ts'

const keyCount = 120
const startsAsCode = (text: string): boolean => /^\d/.test(text)
const { source, products } = catalogue(52_000)

console.log(`52,000 products: ${source}`)
measureIndexAlone('products', products.map(searchItem), typedQueries(products, 1000), queryKinds)
if (!process.argv.includes('--index')) {
  await inKioskOf(
    (database) => stockCatalogue(database, campGuezo.id, products, products.length),
    async ({ page, newPage }) => {
      const bare = await openBarePage(await newPage())
      console.log(
        `the list of ${products.length.toLocaleString('en')} products was searched ${((await waitForProducts(page)) / 1000).toFixed(1)} s after the first unlock`,
      )
      const queries = typedQueries(products, 4 * keyCount).map(({ text }) => text)
      const ours = await openSearch(page)
      const words = textsOf(
        queries.filter((text) => !startsAsCode(text)),
        keyCount,
      )
      await compareTyping('kiosk, search of 52,000', { bare, ours, texts: words })
      console.log('\nA text that begins with a digit waits 40 ms for the next key: it may come from a scanner.')
      await compareTyping('kiosk, codes and dosages', {
        bare,
        ours,
        texts: textsOf(queries.filter(startsAsCode), keyCount / 2),
      })
    },
  )
}
