import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** A source file that is mutated, and the tests that should notice: the first group alone, the second one only for what the first one missed. */
export type Subject = { file: string; groups: string[][] }

const domain = 'src/shared/domain/'
/** Texts and lists of data, no rules. */
const noRules = new RegExp(
  `/(${[
    'error-(catalogue|facts|phrases)|([a-z]+-)*error-texts',
    '(coverage|named|opening|stock-movement|substance)-words',
    'audited-things|claims|known-shapes|permissions|phone-plans|price-list-fields',
  ].join('|')})[.]ts$`,
)

/** The server's decisions and the names of their tests in tests/server; walks over all calls take too long here. A pattern that matches nothing stops the run. */
const server: readonly [source: string, tests: string[]][] = [
  ['http/access.ts', ['access', 'sales-rights']],
  ['base/done-at.ts', ['sales-closing', 'register-sessions']],
  ['identity/{identity,identity.repo,read-token,unlock.repo}.ts', ['identity', 'identity-rights', 'tokens']],
  ['identity/pin.ts', ['pin', 'tokens', 'users']],
  ['tokens/{token.service,pin-guess.repo}.ts', ['pin', 'tokens', 'users']],
  ['pin-alerts/*.ts', ['tokens']],
  ['users/*.ts', ['users', 'tokens']],
  ['roles/*.ts', ['roles', 'tokens']],
  ['db/database.ts', ['database', 'tenancy']],
  ['inbox/{accept-once,receive,content-hash}.ts', ['inbox', 'sales-closing']],
  ['register-acts/*.ts', ['register-sessions', 'register-waiting', 'register-openings', 'cash-registers']],
  ['register-ledger/close-register.ts', ['register-sessions', 'register-waiting', 'register-openings']],
  ['register-ledger/waiting.repo.ts', ['register-waiting']],
  [
    'register-ledger/{cash-register.repo,count.repo}.ts',
    ['cash-registers', 'register-sessions', 'register-waiting', 'movements'],
  ],
  ['register-ledger/register-ledger.repo.ts', ['sales-closing', 'sales-cancel', 'sales-returns', 'register-sessions']],
  [
    'cash-registers/{cash-register.service,ledger.repo,ledger.service}.ts',
    ['cash-registers', 'register-sessions', 'register-waiting'],
  ],
  ['sellers/*.ts', ['sales-refusals', 'sales-rights', 'sales-discount-limit', 'sales-coverage']],
  [
    'sales/judge-sale.ts',
    ['sales-refusals', 'sales-rights', 'sales-discount-limit', 'sales-coverage', 'sales-closing'],
  ],
  [
    'sales/{shop,closing.repo,closing-policies.repo}.ts',
    ['sales-refusals', 'sales-coverage', 'sales-closing', 'credit', 'sales-units'],
  ],
  [
    'sales/{close-sale,accept-sale,sale.repo,sale.service}.ts',
    ['sales-closing', 'sales-list', 'sales-versions', 'sales-prepared', 'fiscal-choice', 'events'],
  ],
  ['sales/close-several.ts', ['sales-several']],
  ['sales/{cancel-sale,reverse-sale.repo}.ts', ['sales-cancel', 'sales-versions']],
  ['sales/{return-lines,return-record.repo}.ts', ['sales-returns', 'sales-prescription', 'dues']],
  ['sales/{sale-date,sale-date.repo,sale-history,sale-history.repo}.ts', ['sales-history']],
  ['sales/{openings,opening.repo}.ts', ['sales-units', 'sales-versions']],
  ['sales/{coverage-of-sale,listed-lines}.ts', ['sales-coverage', 'sales-prescription']],
  ['sales/{photo.service,photo.repo}.ts', ['sale-photos']],
  ['credit/*.ts', ['credit', 'credit-collected', 'clients']],
  ['coverage/{policy.repo,policy-uses.repo}.ts', ['contract-policies', 'policy-uses', 'company-contract']],
  ['coverage/{contract.repo,contract-links.repo}.ts', ['contracts', 'companies', 'organizations']],
  ['contract-policies/*.ts', ['contract-policies', 'policy-uses', 'company-contract']],
  ['contracts/*.ts', ['contracts']],
  ['companies/*.ts', ['companies']],
  ['organizations/*.ts', ['organizations']],
  ['clients/client.{service,repo}.ts', ['clients']],
  ['persons/{person.service,person.repo,person-writing.repo,check-person}.ts', ['persons', 'persons-list']],
  ['persons/{archive-person,unclosed.repo}.ts', ['persons-archiving']],
  ['persons/{merge-persons,merge.repo,duplicate.service,duplicate.repo}.ts', ['persons-merge', 'persons-duplicates']],
  ['persons/{quick-patient.service,quick-patient.repo,quick-person}.ts', ['quick-patients']],
  ['missed-sales/*.{service,repo}.ts', ['missed-sales']],
  ['dues/*.ts', ['dues']],
  ['parked-sales/*.{service,repo}.ts', ['parked-sales', 'sales-prepared']],
  ['movements/*.ts', ['movements']],
  [
    'stock/*.ts',
    ['stock', 'sales-returns', 'sales-closing', 'sales-cancel', 'sales-units', 'dues'].concat([
      'stock-acts',
      'stock-items',
      'destructions',
      'supplier-returns',
    ]),
  ],
  ['disbursements/*.{service,repo}.ts', ['movements', 'register-sessions', 'cash-registers']],
  ['import-runs/*.ts', ['insured-imports-history', 'scheme-import-history', 'price-list-imports']],
  ['insured-imports/*.{service,repo}.ts', ['insured-imports', 'insured-imports-history']],
  [
    'product-health-insurance/*.{service,repo}.ts',
    ['product-health-insurance', 'scheme-import', 'scheme-import-history'],
  ],
  ['usage/*.{service,repo}.ts', ['usage', 'usage-morning']],
  ['families/*.ts', ['banks', 'tags']],
]

/** What is mutated, under the working directory; `part` keeps the files whose path contains one of these texts. */
export function subjects(parts: readonly string[]): Subject[] {
  const all = [...domainSubjects(), ...serverSubjects()]
  for (const { file, groups } of all)
    if (groups.length === 0) process.stderr.write(`${file}: no test beside it, every mutant survives\n`)
  return parts.length === 0 ? all : all.filter(({ file }) => parts.some((part) => file.includes(part)))
}

/** A rule and its test have the same path; tests that import it are asked second. One without a test of its own is judged by those of its folder too. */
function domainSubjects(): Subject[] {
  const tests = filesUnder('tests/domain')
    .filter((path) => path.endsWith('.test.ts'))
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }))
  return filesUnder('src/shared/domain').flatMap((file) => {
    if (noRules.test(file)) return []
    const own = file.replace('src/shared/domain/', 'tests/domain/').replace(/\.ts$/, '.test.ts')
    const importing = tests
      .filter(({ path, text }) => path !== own && text.includes(`'#shared/domain/${file.slice(domain.length)}'`))
      .map(({ path }) => path)
    const folder = dirname(own).split('/').slice(0, 3).join('/')
    const near = tests
      .map(({ path }) => path)
      .filter(
        (path) =>
          folder !== 'tests/domain' && path.startsWith(`${folder}/`) && path !== own && !importing.includes(path),
      )
    return [
      {
        file,
        groups: [existsSync(own) ? [own] : [], importing, existsSync(own) ? [] : near].filter(
          (group) => group.length > 0,
        ),
      },
    ]
  })
}

function serverSubjects(): Subject[] {
  const sources = filesUnder('src/server').filter((file) => !file.endsWith('.routes.ts'))
  return server.flatMap(([source, tests]) => {
    const files = sources.filter((file) => patternOf(`src/server/${source}`).test(file))
    const [first, ...others] = tests.map((name) => `tests/server/${name}.test.ts`)
    for (const path of [first!, ...others]) if (!existsSync(path)) throw new Error(`${source}: there is no ${path}`)
    if (files.length === 0) throw new Error(`there is no src/server/${source}`)
    return files.map((file) => ({ file, groups: others.length > 0 ? [[first!], others] : [[first!]] }))
  })
}

/** `*` is any text without a slash, `{a,b}` one of these. */
function patternOf(glob: string): RegExp {
  return new RegExp(
    `^${glob
      .replaceAll('.', '\\.')
      .replaceAll('*', '[^/]*')
      .replaceAll(/\{([^}]*)\}/g, (_, names: string) => `(${names.replaceAll(',', '|')})`)}$`,
  )
}

function filesUnder(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `${folder}/${name}`)
    .toSorted()
}
