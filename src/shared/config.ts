import { readConfig, type Config } from '#shared/settings.ts'

/** The build-time settings of this window. */
export const config: Config = readConfig(import.meta.env)
