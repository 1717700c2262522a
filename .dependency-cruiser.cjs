/**
 * The walls of the house (ARCHITECTURE.md). `tests/walls.test.ts` plants a violation of each and expects red.
 * Needs TypeScript 6: with TypeScript 7 this tool sees no module at all and passes silently.
 */
const never = (name, from, to, comment) => ({ name, severity: 'error', from, to, ...(comment ? { comment } : {}) })

/** The folders of the server that all nouns share: they have no routes, know no noun, and their repos are open to everybody. */
const sharedFloors =
  'db|base|fiscal|identity|hints|http|inbox|lists|families|locale|sellers|grants|photos|credit|coverage|register-ledger|register-acts|stock|export-traces|jobs|fiscal-life|file-profiles|import-runs'

module.exports = {
  forbidden: [
    never('no-cycles', {}, { circular: true }),
    // The address of a file (`…?url`) is for the build to resolve, which fails without it.
    never('no-unresolvable', {}, { couldNotResolve: true, pathNot: '\\?url$' }),
    // n2words is a pure function: the French words of a number.
    never(
      'domain-is-pure',
      { path: '^src/shared/domain/' },
      { pathNot: '^(src/shared/domain/|node_modules/n2words/)' },
    ),
    never(
      'contract-is-plain',
      { path: '^src/shared/contract/' },
      { pathNot: '^(src/shared/(contract|domain)/|node_modules/zod/)' },
    ),
    never(
      'client-knows-the-contract',
      { path: '^src/shared/client/' },
      { pathNot: '^(src/shared/((client|contract|domain)/|build\\.ts$)|node_modules/(ofetch|zod)/)' },
    ),
    never('shared-stands-alone', { path: '^src/shared/' }, { path: '^src/(kiosk|backoffice|server)/' }),
    never('windows-below-store', { path: '^src/shared/windows/' }, { path: '^src/shared/(store|session|ui)/' }),
    never('store-below-session', { path: '^src/shared/store/' }, { path: '^src/shared/(session|ui)/' }),
    never(
      'ui-knows-no-nouns',
      { path: '^src/shared/ui/' },
      { path: '^src/shared/(contract|client|store|session|windows)/' },
    ),
    never(
      'server-is-not-a-browser',
      { path: '^src/server/' },
      { path: '^src/shared/(client|ui|store|windows|session)/' },
    ),
    never(
      'apps-do-not-meet',
      { path: '^src/(kiosk|backoffice|server)/' },
      { path: '^src/(kiosk|backoffice|server)/', pathNot: '^src/$1/' },
    ),
    never(
      'features-do-not-meet',
      { path: '^src/(kiosk|backoffice)/([^/]+)/', pathNot: '^src/kiosk/counter/' },
      { path: '^src/$1/[^/]+/', pathNot: '^src/$1/($2|ui|counter)/' },
    ),
    never(
      'counter-knows-no-feature',
      { path: '^src/kiosk/counter/' },
      { path: '^src/kiosk/', pathNot: '^src/kiosk/(counter|ui)/' },
      'The sale model of the counter: every feature may know it, it knows none of them.',
    ),
    never(
      'kiosk-ui-knows-no-nouns',
      { path: '^src/kiosk/ui/' },
      { path: '^src/(kiosk/(?!ui/)|shared/(contract|client|store|session)/)' },
    ),
    never(
      'first-files-of-the-kiosk',
      {
        path: '^src/kiosk/(main|kiosk|routes|load-parts|late-parts|counter-route|counter-screen|shelf|use-product-entry)\\.tsx?$',
      },
      {
        path: '^src/kiosk/(clients|display|health|printing|products|receipt|register|retype|sales|terminal)/',
        dependencyTypesNot: ['dynamic-import', 'type-only'],
      },
      'What no sale needs from its first scan to its receipt is a late part (src/kiosk/late-parts.ts).',
    ),
    never('routes-use-services', { path: '\\.routes\\.ts$' }, { path: '\\.repo\\.ts$' }),
    never(
      'only-repos-know-sql',
      { path: '^src/server/', pathNot: '\\.repo\\.ts$|^src/server/(db|demo)/' },
      { path: '^node_modules/(kysely|pg|@electric-sql)/' },
    ),
    {
      ...never('server-stands-in-floors', { path: '^src/server/' }, { circular: true }),
      scope: 'folder',
      comment: 'No two folders of the server import each other, directly or through others.',
    },
    never(
      'server-composes-at-the-top',
      { path: '^src/server/[^/]+/' },
      { path: '^src/server/[^/]+\\.ts$' },
      'app.ts, main.ts and start.ts compose everything; nothing imports them.',
    ),
    never(
      'floors-know-no-noun',
      { path: `^src/server/(${sharedFloors})/` },
      { path: '^src/server/', pathNot: `^src/server/(${sharedFloors})/` },
    ),
    never(
      'repos-stay-in-their-noun',
      { path: '^src/server/([^/]+)/' },
      { path: '^src/server/.+\\.repo\\.ts$', pathNot: `^src/server/($1|${sharedFloors})/` },
      'What a noun needs of another one goes through its service.',
    ),
    never('only-client-fetches', { path: '^src/', pathNot: '^src/shared/client/' }, { path: '^node_modules/ofetch/' }),
    never(
      'only-store-opens-indexeddb',
      { path: '^src/', pathNot: '^src/shared/store/' },
      { path: '^node_modules/(idb|fake-indexeddb)/' },
    ),
    // The worker outlives the windows that it serves: it knows their files by name, and of their sources only how they speak with it.
    never(
      'worker-stands-alone',
      { path: '^src/worker/' },
      { pathNot: '^(src/worker/|src/shared/(build|windows/(locks|worker-messages))\\.ts$|node_modules/workbox-)' },
    ),
    never(
      'windows-do-not-import-the-worker',
      { path: '^src/', pathNot: '^src/worker/' },
      { path: '^(src/worker/|node_modules/workbox-)' },
    ),
    never(
      'simulators-know-the-domain',
      { path: '^src/simulators/' },
      {
        path: '^src/',
        pathNot: '^src/(simulators|shared/domain)/',
      },
    ),
    never('tests-stay-outside', { path: '^src/' }, { path: '^(tests|e2e|bench)/' }),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^dist/' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'browser', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.css', '.json'],
    },
  },
}
