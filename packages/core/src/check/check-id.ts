/**
 * The checks of a scan in display order, with the name of each and its letter on the seal. The names have a file of
 * their own because the browser needs them without the rest of each check.
 */
export const checkNames = {
  dns: { title: 'DNS', letter: 'N' },
  mx: { title: 'MX', letter: 'M' },
  spf: { title: 'SPF', letter: 'S' },
  dmarc: { title: 'DMARC', letter: 'D' },
  dkim: { title: 'DKIM', letter: 'K' },
  blacklist: { title: 'Blacklists', letter: 'B' },
  threat: { title: 'Threat intelligence', letter: 'T' },
  relay: { title: 'Open relay', letter: 'R' },
  transport: { title: 'Transport', letter: 'X' },
} as const

/** One check. Its findings count under it. */
export type CheckId = keyof typeof checkNames

export const checkIds = Object.keys(checkNames) as unknown as readonly [CheckId, ...CheckId[]]

/** Makes one value for each check, in order. */
export function byCheck<T extends { readonly [K in CheckId]: unknown }>(
  make: <K extends CheckId>(check: K) => T[K],
): T {
  return Object.fromEntries(checkIds.map(check => [check, make(check)])) as T
}
