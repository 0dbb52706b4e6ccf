import { type CheckId, checkIds } from '../../check/index.ts'
import type { TransportPartId } from '../../transport/index.ts'
import type { Attribute } from './attribute.ts'
import { dkimAttributes } from './dkim-attributes.ts'
import { dmarcAttributes } from './dmarc-attributes.ts'
import { listAttributes, mxAttributes, relayAttributes, threatAttributes, zoneAttributes } from './mail-attributes.ts'
import { scanAttributes } from './scan-attributes.ts'
import { spfAttributes } from './spf-attributes.ts'
import { tlsVersion, transportAttributes } from './transport-attributes.ts'

export * from './attribute.ts'
export { authorityIn } from './transport-attributes.ts'

/** Every part of the transport check has its attribute: one without words does not compile. */
const ofParts: Readonly<Record<TransportPartId, Attribute>> = transportAttributes

/** Every check has at least one attribute: one without words does not compile. */
const ofChecks: { readonly [K in CheckId]: readonly [Attribute, ...Attribute[]] } = {
  dns: zoneAttributes,
  mx: mxAttributes,
  spf: spfAttributes,
  dmarc: dmarcAttributes,
  dkim: dkimAttributes,
  blacklist: listAttributes,
  threat: threatAttributes,
  relay: relayAttributes,
  transport: [tlsVersion, ...Object.values(ofParts)],
}

/** All attributes of a domain, in the order of the report. */
export const attributes: readonly Attribute[] = [...scanAttributes, ...checkIds.flatMap(check => ofChecks[check])]
