declare const __BUILD_VERSION__: string | undefined

/** The version of this window, made at build time: that of the package and a short id of what it was built from. `sources` where nothing was built. */
export const buildVersion: string = typeof __BUILD_VERSION__ === 'undefined' ? 'sources' : __BUILD_VERSION__
