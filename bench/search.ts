import { catalogue } from './support/catalogue.ts'
import { measureIndexAlone } from './support/index-alone.ts'
import { typedQueries } from './support/typed-queries.ts'

const { source, products } = catalogue(52_000)
console.log(`52,000 products: ${source}`)
measureIndexAlone(products, typedQueries(products, 2000))
