/** The checks of a scan in display order. */
export const checkIds = ['dns', 'mx', 'spf', 'dmarc', 'dkim', 'blacklist', 'threat', 'relay', 'transport'] as const

/** One check. Its findings count under it. */
export type CheckId = (typeof checkIds)[number]

/**
 * The name of each check and its letter on the seal. They are in a file of their own because the browser needs them
 * without the rest of each check.
 */
export const checkNames: { readonly [K in CheckId]: { readonly title: string; readonly letter: string } } = {
  dns: { title: 'DNS', letter: 'N' },
  mx: { title: 'MX', letter: 'M' },
  spf: { title: 'SPF', letter: 'S' },
  dmarc: { title: 'DMARC', letter: 'D' },
  dkim: { title: 'DKIM', letter: 'K' },
  blacklist: { title: 'Blacklists', letter: 'B' },
  threat: { title: 'Threat intelligence', letter: 'T' },
  relay: { title: 'Open relay', letter: 'R' },
  transport: { title: 'Transport', letter: 'X' },
}

/** Makes one value for each check, in order. */
export function byCheck<T extends { readonly [K in CheckId]: unknown }>(
  make: <K extends CheckId>(check: K) => T[K],
): T {
  return Object.fromEntries(checkIds.map(check => [check, make(check)])) as T
}
