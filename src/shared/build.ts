declare const __BUILD_VERSION__: string | undefined

/**
 * The version of this window, set at build time: the version of the package and a short id of the sources. `sources`
 * when the window runs from its sources.
 */
export const buildVersion: string = typeof __BUILD_VERSION__ === 'undefined' ? 'sources' : __BUILD_VERSION__
