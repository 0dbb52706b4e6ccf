import { type CheckId, checkIds } from '@waxseal/core/check'
import { checkNames as names } from '@waxseal/core/health'

/** The name of each check on screen, and its letter on the seal. */
export const checkNames: Record<CheckId, { name: string; letter: string }> = {
  dns: { name: names.dns, letter: 'N' },
  mx: { name: names.mx, letter: 'M' },
  spf: { name: names.spf, letter: 'S' },
  dmarc: { name: names.dmarc, letter: 'D' },
  dkim: { name: names.dkim, letter: 'K' },
  blacklist: { name: names.blacklist, letter: 'B' },
  threat: { name: names.threat, letter: 'T' },
  relay: { name: names.relay, letter: 'R' },
  transport: { name: names.transport, letter: 'X' },
}

/** The checks in display order. */
export const checkOrder: readonly CheckId[] = checkIds
