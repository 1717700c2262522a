/** Where the journeys' shop listens; another port when something of yours holds this one. */
export const shopPort = Number(process.env.OFFICINE_E2E_PORT ?? 4871)
export const shopAddress = `http://127.0.0.1:${shopPort}`
