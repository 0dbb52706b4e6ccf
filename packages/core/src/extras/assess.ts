import type { Finding } from '../check/index.ts'
import { danePart } from './dane-part.ts'
import type { ExtrasContext, ExtrasPart } from './part.ts'
import { mtaStsPart, tlsRptPart } from './policy-parts.ts'
import { certificatePart, reversePart, starttlsPart } from './smtp-parts.ts'
import type { ExtrasValue } from './value.ts'
import { bimiPart, caaPart, dnssecPart } from './zone-parts.ts'

/** What the facts come to, part by part, in the order they are shown. What could not be asked is never told as missing. */
export function extrasParts(value: ExtrasValue, context: ExtrasContext): readonly ExtrasPart[] {
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
export function assessExtras(value: ExtrasValue, context: ExtrasContext): readonly Finding[] {
  return extrasParts(value, context).flatMap(({ findings }) => findings)
}
