import { blockOf, formatAddress, parseAddress } from '@waxseal/core/dns'
import type { SmtpFailure } from './reply-reader.ts'

/**
 * Detects a blocked port 25. Many networks block outgoing connections to it: every host is then silent, and waiting for
 * each would slow down every scan.
 */
export interface BlockedPort {
  /** Whether connecting makes sense now: false for some minutes after several networks in a row were silent. */
  isOpen(): boolean
  /** Records the result of a connection. */
  note(address: string, reach: SmtpFailure['reach']): void
}

const silentNetworksMax = 3
const pauseMs = 10 * 60_000
/**
 * When a host was reached this recently, silence is the fault of the silent host: a domain of dead hosts must not stop
 * all tests.
 */
const provenMs = 10 * 60_000

/**
 * Remembers which networks (/24, /48) were silent since a host was last reached, ten minutes ago or more. After three
 * silent networks, the port counts as blocked for ten minutes. After that, one more silent network blocks it again.
 */
export function blockedPort(now: () => Date): BlockedPort {
  const silent = new Set<string>()
  let pausedUntil = 0
  let provenUntil = 0
  return {
    isOpen: () => now().getTime() >= pausedUntil,
    note(address, reach) {
      // A firewall near us may deny the connection, so this does not prove that the port is open.
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
