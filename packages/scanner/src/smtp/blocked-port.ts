import { blockOf, formatAddress, parseAddress } from '@waxseal/core/dns'
import type { SmtpFailure } from './reply-reader.ts'

/** Many networks let nothing out to port 25. Then every host is silent, and waiting for each would slow every scan. */
export interface BlockedPort {
  /** Whether connecting is of use now: false for some minutes after several networks were silent in a row. */
  isOpen(): boolean
  /** Tells how a connection went. */
  note(address: string, reach: SmtpFailure['reach']): void
}

const silentNetworksMax = 3
const pauseMs = 10 * 60_000
/** While somebody was reached so lately, silence is the silent one's own: a domain of dead hosts must not stop all tests. */
const provenMs = 10 * 60_000

/**
 * Remembers which networks (/24, /48) were silent since one was last reached, ten minutes ago or more. After three the
 * port counts as blocked for ten minutes; then one more silence is enough to wait again.
 */
export function blockedPort(now: () => Date): BlockedPort {
  const silent = new Set<string>()
  let pausedUntil = 0
  let provenUntil = 0
  return {
    isOpen: () => now().getTime() >= pausedUntil,
    note(address, reach) {
      // Who denies a connection may stand before us, and then proves no way out.
      if (reach === 'no-route' || reach === 'denied') return
      if (reach === 'reached') {
        silent.clear()
        pausedUntil = 0
        provenUntil = now().getTime() + provenMs
        return
      }
      if (now().getTime() < provenUntil) return
      if (silent.size < silentNetworksMax) silent.add(networkOf(address))
      if (silent.size >= silentNetworksMax) pausedUntil = now().getTime() + pauseMs
    },
  }
}

function networkOf(text: string): string {
  const address = parseAddress(text)
  if (address === null) return text
  const { family, first } = blockOf(address, address.family === 4 ? 24 : 48)
  return formatAddress({ family, value: first })
}
