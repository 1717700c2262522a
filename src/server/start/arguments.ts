import { parseArgs } from 'node:util'

/** Parses `npm start -- --port 4900`; other flags belong to the scripts of package.json. */
export function startArguments(argv: string[]): {
  port: number | undefined
  dev: boolean
  reset: boolean
  build: boolean
} {
  const { values } = parseArgs({
    args: argv,
    options: {
      port: { type: 'string' },
      dev: { type: 'boolean', default: false },
      reset: { type: 'boolean', default: false },
      'no-build': { type: 'boolean', default: false },
    },
  })
  const port = values.port === undefined ? undefined : Number(values.port)
  if (port !== undefined && !(Number.isInteger(port) && port >= 0 && port < 65_536))
    throw new Error(`--port ${values.port}: a number from 0 to 65535`)
  return { port, dev: values.dev, reset: values.reset, build: !values['no-build'] && !values.dev && !values.reset }
}
