/**
 * The checks a scan runs, in the order they are shown: what each is called, and the letter that stands for it on the
 * seal. The names have this file to themselves because the browser needs them without what the checks know.
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

/** One check. Its findings count under it, and its letter stands on the seal. */
export type CheckId = keyof typeof checkNames

export const checkIds = Object.keys(checkNames) as unknown as readonly [CheckId, ...CheckId[]]

/** Makes one thing for each check, in their order. */
export function byCheck<T extends { readonly [K in CheckId]: unknown }>(
  make: <K extends CheckId>(check: K) => T[K],
): T {
  return Object.fromEntries(checkIds.map(check => [check, make(check)])) as T
}
