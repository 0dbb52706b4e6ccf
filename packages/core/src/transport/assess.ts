import { type AssessedPart, type TransportContext, transportPartIds } from './part.ts'
import { type TransportFinding, transportParts } from './parts.ts'
import type { TransportValue } from './value.ts'

/** Judges the facts part by part, in display order. A failed lookup is never reported as missing. */
export function assessParts(
  value: TransportValue,
  context: TransportContext,
): readonly AssessedPart<TransportFinding>[] {
  return transportPartIds.map(id => transportParts[id].assess(value, context))
}

/** The findings of all parts. */
export function assessTransport(value: TransportValue, context: TransportContext): readonly TransportFinding[] {
  return assessParts(value, context).flatMap(({ findings }) => findings)
}
