import { danePart } from './dane-part.ts'
import type { TransportFinding } from './findings.data.ts'
import type { TransportContext, TransportPart } from './part.ts'
import { mtaStsPart, tlsRptPart } from './policy-parts.ts'
import { certificatePart, reversePart, starttlsPart } from './smtp-parts.ts'
import type { TransportValue } from './value.ts'
import { bimiPart, caaPart, dnssecPart } from './zone-parts.ts'

/** What the facts come to, part by part, in the order they are shown. What could not be asked is never told as missing. */
export function transportParts(value: TransportValue, context: TransportContext): readonly TransportPart[] {
  return [
    starttlsPart,
    certificatePart,
    reversePart,
    mtaStsPart,
    tlsRptPart,
    danePart,
    dnssecPart,
    bimiPart,
    caaPart,
  ].map(judge => judge(value, context))
}

/** The recommendations: none costs a point. */
export function assessTransport(value: TransportValue, context: TransportContext): readonly TransportFinding[] {
  return transportParts(value, context).flatMap(({ findings }) => findings)
}
