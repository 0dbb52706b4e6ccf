import { z } from 'zod'
import { oneOf, ranges, sourceAddresses } from './env-values.ts'

/** Which connections to mail servers are made, and from where. */
export interface RelaySettings {
  relay: {
    test: boolean
    /** Ranges that the probe may reach although they are not public. */
    allowPrivate: readonly string[]
    /** The local addresses of probes; empty: the system chooses. */
    source: readonly string[]
  }
  /** Whether a large provider's mail server may be asked, at most once a day, if offers of STARTTLS reach this machine. */
  starttlsControl: boolean
}

/** The variables of the connections to mail servers. */
export const relaySettings = {
  RELAY_TEST: oneOf(['on', 'off']).default('on'),
  STARTTLS_CONTROL: oneOf(['on', 'off']).default('on'),
  PROBE_ALLOW_PRIVATE: z.string().transform(ranges).default([]),
  PROBE_SOURCE_ADDRESS: z.string().transform(sourceAddresses).default([]),
}

const schema = z.object(relaySettings)

/** The connections that settings allow. */
export function relayOf(read: z.output<typeof schema>): RelaySettings {
  const { RELAY_TEST, STARTTLS_CONTROL, PROBE_ALLOW_PRIVATE, PROBE_SOURCE_ADDRESS } = read
  return {
    relay: { test: RELAY_TEST === 'on', allowPrivate: PROBE_ALLOW_PRIVATE, source: PROBE_SOURCE_ADDRESS },
    starttlsControl: STARTTLS_CONTROL === 'on',
  }
}
