/** The checks a scan runs, in the order they are shown. */
export const checkIds = ['dns', 'mx', 'spf', 'dmarc', 'dkim', 'blacklist', 'threat', 'relay', 'transport'] as const

/** One check. Its findings count under it, and its letter stands on the seal. */
export type CheckId = (typeof checkIds)[number]
